/** What the subscription, the chain relay and its transactions may say to a charge. */
import { z } from 'zod'
import { Address, BaseUnits, Hash, Id, Moment, ownerFields, Reason } from '../primitives.ts'

/** A charge that somebody made on chain before we asked for it. */
export const Settlement = z.strictObject({ transactionHash: Hash, chargedAt: Moment })
export type Settlement = z.infer<typeof Settlement>

export const ChargeInput = z.strictObject({
  id: Id,
  ...ownerFields,
  contractAddress: Address,
  customerId: z.string(),
  metadata: z.string().nullable(),
  blockchain: z.string(),
  asset: z.string(),
  decimals: z.int().min(0).max(36),
  amount: BaseUnits,
  /** Which request of the subscription this is; grows by one with every charge opened. */
  number: z.int().positive(),
  /** Which of the `maxPeriods` it pays for. */
  period: z.int().positive(),
  dueAt: Moment,
  /** After this moment the contract no longer lets it through. */
  graceUntil: Moment,
  /** The first charge activates; it is not retried. */
  isInitial: z.boolean(),
  settlement: Settlement.nullable(),
  createdAt: Moment,
})
export type ChargeInput = z.infer<typeof ChargeInput>

export const ChargeEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('charge.submitted'), transactionId: Id }),
  z.strictObject({ type: z.literal('charge.attemptFailed'), reason: Reason }),
  /** Its transaction ran out of gas before its turn, or was dropped: nothing was tried. */
  z.strictObject({ type: z.literal('charge.notProcessed'), transactionId: Id }),
  z.strictObject({ type: z.literal('charge.heldBack'), reason: Reason }),
  z.strictObject({ type: z.literal('charge.confirm'), ...Settlement.shape }),
  z.strictObject({ type: z.literal('charge.fundsArrived') }),
  z.strictObject({ type: z.literal('charge.cancel'), reason: Reason }),
  z.strictObject({ type: z.literal('charge.reorged') }),
  /** What stopped it is gone: it goes on, by the schedule that counts now. */
  z.strictObject({ type: z.literal('charge.resume'), dueAt: Moment, graceUntil: Moment }),
])
export type ChargeEvent = z.infer<typeof ChargeEvent>
