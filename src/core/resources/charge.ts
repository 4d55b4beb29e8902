/** A charge as merchants see it: the collection of one period's amount, and its outcome. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import type { ChargeReason } from '../../../machines/reasons.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { ChainAddress, exampleId, Money, Time, TransactionHash } from './fields.ts'
import { ChargeReasonField } from '../reasons/reason-fields.ts'

export const chargeStatuses = [
  'Pending',
  'Succeeded',
  'Retrying',
  'Failed',
  'Cancelled',
] as const satisfies readonly StatusOf['charge'][]

export const ChargeResource = z
  .strictObject({
    id: z.string().meta({ examples: [exampleId] }),
    contractAddress: ChainAddress.meta({ description: 'The subscription it belongs to' }),
    customerId: z.string(),
    amount: Money,
    chargeDate: Time.meta({ description: 'When the money moved; before that, when it is due' }),
    status: z.enum(chargeStatuses),
    period: z.int().positive().meta({ description: 'Which of the periods it pays for, from 1' }),
    attempts: z.int().nonnegative().meta({ description: 'Attempts made so far' }),
    reason: ChargeReasonField.nullable().meta({ description: 'Why the last attempt failed' }),
    nextAttemptAt: Time.nullable().meta({
      description:
        'When it is tried again, if the money does not come before; null unless it waits for that',
    }),
    transactionHash: TransactionHash.nullable(),
    metadata: z.string().nullable().meta({ description: "The subscription's metadata" }),
  })
  .meta({
    id: 'Charge',
    description: "One token transfer from payer to merchant: one period's money.",
  })
export type ChargeResource = z.infer<typeof ChargeResource>

export function toChargeResource(actor: StoredActor<'charge'>): ChargeResource {
  const charge = actor.snapshot.context
  return {
    id: actor.id,
    contractAddress: charge.contractAddress,
    customerId: charge.customerId,
    amount: formatMoney(charge.amount, charge.decimals, charge.asset),
    chargeDate: charge.chargedAt ?? charge.dueAt,
    status: actor.status,
    period: charge.period,
    attempts: charge.attempts,
    reason: charge.reason as ChargeReason | null,
    nextAttemptAt: actor.phase === 'Waiting' ? charge.nextAttemptAt : null,
    transactionHash: charge.transactionHash,
    metadata: charge.metadata,
  }
}
