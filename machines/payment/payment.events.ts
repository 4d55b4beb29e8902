/** The events of a payment, from merchants, the watcher and its sweeps. */
import { z } from 'zod'
import { Address, BaseUnits, Hash, Id, Moment, ownerFields, Reason, Salt } from '../primitives.ts'

/** The terms of a payment, which never change: what is asked for, where it goes, until when. */
export const PaymentInput = z.strictObject({
  id: Id,
  ...ownerFields,
  blockchain: z.string(),
  asset: z.string(),
  decimals: z.int().min(0).max(36),
  token: Address,
  amount: BaseUnits,
  /** The merchant's address, the only one to which the deposit address can send. */
  receiver: Address,
  /** Makes, with the id, the hash under which the chain knows the payment. */
  depositSalt: Salt,
  depositAddress: Address,
  description: z.string().nullable(),
  /** JSON text, as it was sent: an object or a string. */
  metadata: z.string().nullable(),
  /** The page on which the payer pays. */
  checkoutUrl: z.string(),
  expiresAt: Moment,
  createdAt: Moment,
})
export type PaymentInput = z.infer<typeof PaymentInput>

/** Base units that reached the deposit address; what is confirmed has been seen as well. */
export const Deposited = z.strictObject({ seen: BaseUnits, confirmed: BaseUnits })
export type Deposited = z.infer<typeof Deposited>

/** A token that was not asked for; `asset` is its code where the chains file knows it. */
export const OtherToken = z.strictObject({
  token: Address,
  asset: z.string().nullable(),
  decimals: z.int().min(0).max(36).nullable(),
  amount: BaseUnits,
})
export type OtherToken = z.infer<typeof OtherToken>

export const otherTokensMax = 8

/**
 * The watcher's report of a deposit address: sums, never differences, so that a report that comes
 * twice, late or after a reorganisation needs no undoing. `order` grows with every report.
 */
export const DepositsSeen = z.strictObject({
  type: z.literal('chain.depositsSeen'),
  order: z.int().nonnegative(),
  /** In a block whose time is not after `expiresAt`. */
  inTime: Deposited,
  late: Deposited,
  /** Moved on to the merchant. */
  swept: BaseUnits,
  others: z.array(OtherToken).max(otherTokensMax),
  /** The transaction of the newest transfer that brought something. */
  transactionHash: Hash.nullable(),
})
export type DepositsSeen = z.infer<typeof DepositsSeen>

/** A refund that the merchant has made by hand; without `asset` it is of the token asked for. */
export const Refund = z.strictObject({
  amount: BaseUnits,
  asset: z.string().nullable(),
  transactionHash: Hash.nullable(),
  note: z.string().max(500).nullable(),
})
export type Refund = z.infer<typeof Refund>

export const refundsMax = 50

const command = <Type extends string>(type: Type) => z.strictObject({ type: z.literal(type) })

export const PaymentEvent = z.discriminatedUnion('type', [
  command('payment.cancel'),
  /** Takes what is there as the price: too little, too late, or too much. */
  command('payment.accept'),
  z.strictObject({ type: z.literal('payment.recordRefund'), ...Refund.shape }),
  /** Asks for another sweep, of every token that is there. */
  command('payment.sweep'),
  DepositsSeen,
  z.strictObject({ type: z.literal('payment.sweepSubmitted'), transactionId: Id }),
  z.strictObject({ type: z.literal('payment.sweepHeldBack'), reason: Reason }),
  z.strictObject({ type: z.literal('payment.sweepFailed'), reason: Reason }),
])
export type PaymentEvent = z.infer<typeof PaymentEvent>
