/** Reads payments: those of a filter, and those that wait for their merchant's decision. */
import type { FilterQuery } from '@mikro-orm/core'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { Database } from '../database.ts'
import { exceptionOfPhase, type PaymentException } from '../resources/payment-state.ts'
import { Payment } from '../tables/actors.ts'
import { type Owner, type Page, toStoredActor } from './stored-actor.ts'

export type PaymentFilter = {
  /** Nothing in it: any status. */
  statusIn: string[]
  /** Nothing in it: with an exception or without. */
  exceptionIn: PaymentException[]
}

/** Lists the owner's payments, the newest first. */
export async function listPayments(
  { orm }: Database,
  owner: Owner,
  { statusIn, exceptionIn }: PaymentFilter,
  page: Page,
): Promise<StoredActor[]> {
  const filter: FilterQuery<Payment> = {
    ...owner,
    ...(statusIn.length > 0 && { status: { $in: statusIn } }),
    ...(exceptionIn.length > 0 && { phase: { $in: phasesOf(exceptionIn) } }),
  }
  const found = await orm.em.fork().find(Payment, filter, { orderBy: { id: 'desc' }, ...page })
  return found.map((payment) => toStoredActor('payment', payment))
}

const phasesOf = (wanted: PaymentException[]) =>
  Object.keys(exceptionOfPhase).filter((phase) => wanted.includes(exceptionOfPhase[phase]!))
