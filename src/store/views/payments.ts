/** The conditions of payments, and how many match: of a filter, or of those that wait for their merchant's decision. */
import { getAddress, isAddress, isHash } from 'viem'
import type { StatusOf } from '../../../machines/actors.ts'
import { sweepFailuresToShow } from '../../../machines/payment/payment.sweep.ts'
import type { PaymentStanding } from '../../../machines/payment/payment.standing.ts'
import type { Database } from '../database.ts'
import {
  exceptions,
  type PaymentException,
  standingsThatAsk,
} from '../../core/resources/payment-state.ts'
import type { Owner } from '../../shared/owner.ts'
import { allOf, numbered, type ParameterValue } from './query-parameters.ts'

/** A filter of payments; a field that is left out, or an empty list, filters nothing. */
export type PaymentFilter = {
  statusIn?: StatusOf['payment'][]
  phaseIn?: PaymentStanding[]
  exceptionIn?: PaymentException[]
  asset?: string | undefined
  /** A text, or members that the metadata's object has among others. */
  metadata?: string | Record<string, unknown> | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  /** An id, a deposit address, or the hash of a transaction that brought something. */
  search?: string | undefined
}

/**
 * The condition of `WrongToken`, as `exceptionOf` decides it: a standing that asks for a decision
 * comes first.
 */
const wrongToken = (value: ParameterValue) => `(
  jsonb_array_length(snapshot->'context'->'others') > 0
  and phase <> all(${value(standingsThatAsk())})
  and exists (
    select from jsonb_array_elements(snapshot->'context'->'others') other
    where other->>'asset' is not null and (other->>'amount')::numeric > (
      select coalesce(sum((refund->>'amount')::numeric), 0)
      from jsonb_array_elements(snapshot->'context'->'refunds') refund
      where refund->>'asset' = other->>'asset')))`

/** The condition of `NotSettled`, that sweeps fail: anything else that asks for a decision comes first. */
const notSettled = (value: ParameterValue) => `(
  (snapshot->'context'->>'sweepFailures')::int >= ${sweepFailuresToShow}
  and phase <> all(${value(standingsThatAsk())}) and not ${wrongToken(value)})`

/** Counts the owner's payments that match. */
export async function countPayments(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  filter: PaymentFilter,
): Promise<number> {
  const { values, value } = numbered()
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from payment where ${toConditions(owner, filter, value)}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** Counts the owner's payments that wait for a decision, by what there is to decide. */
export async function countExceptions(
  database: Pick<Database, 'pool'>,
  owner: Owner,
): Promise<Record<PaymentException, number>> {
  const counts = exceptions.map(
    async (exception) =>
      [exception, await countPayments(database, owner, { exceptionIn: [exception] })] as const,
  )
  return Object.fromEntries(await Promise.all(counts)) as Record<PaymentException, number>
}

const toConditions = (owner: Owner, filter: PaymentFilter, value: ParameterValue): string =>
  allOf([
    `merchant_id = ${value(owner.merchantId)} and network = ${value(owner.network)}`,
    ...paymentConditions(filter, value),
  ])

/** The conditions of a filter, beside the owner's. */
export function paymentConditions(
  filter: PaymentFilter,
  value: ParameterValue,
): (string | false)[] {
  const { statusIn = [], phaseIn = [], exceptionIn = [], asset, search } = filter
  const { metadata, createdFrom, createdTo } = filter
  return [
    statusIn.length > 0 && `status = any(${value(statusIn)})`,
    phaseIn.length > 0 && `coalesce(nullif(phase, ''), status) = any(${value(phaseIn)})`,
    exceptionIn.length > 0 && toException(exceptionIn, value),
    asset !== undefined && `asset = ${value(asset)}`,
    search !== undefined && toSearch(search, value),
    metadata !== undefined && `metadata @> ${value(JSON.stringify(metadata))}::jsonb`,
    createdFrom !== undefined && `created_at >= ${value(createdFrom.toISOString())}`,
    createdTo !== undefined && `created_at < ${value(createdTo.toISOString())}`,
  ]
}

function toException(wanted: PaymentException[], value: ParameterValue): string {
  const conditions = [
    `phase = any(${value(standingsThatAsk(wanted))})`,
    wanted.includes('WrongToken') && wrongToken(value),
    wanted.includes('NotSettled') && notSettled(value),
  ]
  return `(${conditions.filter((condition) => condition !== false).join(' or ')})`
}

function toSearch(search: string, value: ParameterValue): string {
  const lower = search.toLowerCase()
  if (isHash(lower))
    return `id in (select payment_id from deposit_log where transaction_hash = ${value(lower)})`
  if (isAddress(lower)) return `deposit_address = ${value(getAddress(lower))}`
  return `id = ${value(search)}`
}
