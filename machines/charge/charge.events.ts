/** The events of a charge, from its subscription, the chain relay and its transactions. */
import { z } from 'zod'
import { Address, BaseUnits, Hash, Id, Moment, ownerFields, Reason } from '../primitives.ts'

/** The transaction by which the contract charged, and the time of its block. */
export const ConfirmedCharge = z.strictObject({ transactionHash: Hash, chargedAt: Moment })
export type ConfirmedCharge = z.infer<typeof ConfirmedCharge>

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
  /** Its place among the subscription's charges; grows by one with every charge opened. */
  number: z.int().positive(),
  /** The period it pays for, of 1 to `maxPeriods`. */
  period: z.int().positive(),
  dueAt: Moment,
  /** After this moment the contract refuses it. */
  graceUntil: Moment,
  /** Whether it activates the subscription; such a charge is not retried. */
  isInitial: z.boolean(),
  /** Carries a charge that was made elsewhere before it was opened; else null. */
  settlement: ConfirmedCharge.nullable(),
  createdAt: Moment,
})
export type ChargeInput = z.infer<typeof ChargeInput>

export const ChargeEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('charge.submitted'), transactionId: Id }),
  z.strictObject({ type: z.literal('charge.attemptFailed'), reason: Reason }),
  /** Its transaction ran out of gas before this charge, or was dropped: nothing was tried. */
  z.strictObject({ type: z.literal('charge.notProcessed'), transactionId: Id }),
  z.strictObject({ type: z.literal('charge.heldBack'), reason: Reason }),
  z.strictObject({ type: z.literal('charge.confirm'), ...ConfirmedCharge.shape }),
  z.strictObject({ type: z.literal('charge.fundsArrived') }),
  z.strictObject({ type: z.literal('charge.cancel'), reason: Reason }),
  z.strictObject({ type: z.literal('charge.reorged') }),
  /** The cause of its stop is gone: it goes on, with the due time and grace that count now. */
  z.strictObject({ type: z.literal('charge.resume'), dueAt: Moment, graceUntil: Moment }),
])
export type ChargeEvent = z.infer<typeof ChargeEvent>
