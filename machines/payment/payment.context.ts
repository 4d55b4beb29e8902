/**
 * The context of a payment: the sums that the watcher reported, and the merchant's decisions. The
 * payment's standing follows from these and the time alone; see `payment.standing.ts`.
 */
import { z } from 'zod'
import { BaseUnits, Hash, Id, Reason } from '../primitives.ts'
import {
  type DepositsSeen,
  Deposited,
  OtherToken,
  otherTokensMax,
  PaymentInput,
  Refund,
  refundsMax,
} from './payment.events.ts'

export const PaymentContext = z.strictObject({
  ...PaymentInput.shape,
  now: z.number(),
  /** The `order` of the newest report of deposits. */
  order: z.int(),
  inTime: Deposited,
  late: Deposited,
  /** The most that was seen, in time and late together, since the merchant last accepted what was there. */
  seenMost: BaseUnits,
  others: z.array(OtherToken).max(otherTokensMax),
  transactionHash: Hash.nullable(),
  swept: BaseUnits,
  /** Confirmed base units whose sweep has been asked for. */
  sweepAsked: BaseUnits,
  sweepFailures: z.int().nonnegative(),
  sweepTransactionId: Id.nullable(),
  /** The reason why money has not been moved on to the merchant yet. */
  sweepReason: Reason.nullable(),
  /** Confirmed base units that the merchant accepted as the price; null while the price is `amount`. */
  accepted: BaseUnits.nullable(),
  refunds: z.array(Refund).max(refundsMax),
  /** Base units that refunds gave back beyond the price, since the merchant last accepted one. */
  refundedBeyondPrice: BaseUnits,
  isCalledOff: z.boolean(),
})
export type PaymentContext = z.infer<typeof PaymentContext>

const nothing: Deposited = { seen: '0', confirmed: '0' }

export function firstMemory(input: PaymentInput & { now: number }): PaymentContext {
  return {
    ...input,
    order: -1,
    inTime: nothing,
    late: nothing,
    seenMost: '0',
    others: [],
    transactionHash: null,
    swept: '0',
    sweepAsked: '0',
    sweepFailures: 0,
    sweepTransactionId: null,
    sweepReason: null,
    accepted: null,
    refunds: [],
    refundedBeyondPrice: '0',
    isCalledOff: false,
  }
}

type Sums = Pick<PaymentContext, 'inTime' | 'late'>

export const totalSeen = ({ inTime, late }: Sums): bigint => BigInt(inTime.seen) + BigInt(late.seen)

export const totalConfirmed = ({ inTime, late }: Sums): bigint =>
  BigInt(inTime.confirmed) + BigInt(late.confirmed)

/**
 * Adds up the base units that the merchant recorded as given back: of the token asked for, or of
 * another one by its code.
 */
export const totalRefunded = (
  { refunds }: Pick<PaymentContext, 'refunds'>,
  ofAsset: string | null = null,
): bigint =>
  refunds
    .filter(({ asset }) => asset === ofAsset)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** Returns the confirmed base units that can still be given back; of another token by its code. */
export function refundableOf(payment: PaymentContext, ofAsset: string | null = null): bigint {
  const other = payment.others.find(({ asset }) => asset === ofAsset && asset !== null)
  const came = ofAsset === null ? totalConfirmed(payment) : BigInt(other?.amount ?? 0)
  const refundable = came - totalRefunded(payment, ofAsset)
  return refundable > 0n ? refundable : 0n
}

export const isAnythingRefundable = (payment: PaymentContext): boolean =>
  refundableOf(payment) > 0n || isOtherRefundable(payment)

/** Whether a token that nobody asked for can be refunded: a refund names it by its code, which not all have. */
export const isOtherRefundable = (payment: PaymentContext): boolean =>
  payment.others.some(({ asset }) => asset !== null && refundableOf(payment, asset) > 0n)

/** Returns the price in base units: `amount`, or what the merchant accepted for it. */
export const priceOf = ({ accepted, amount }: PaymentContext): bigint => BigInt(accepted ?? amount)

/**
 * Returns what is confirmed above the price, less what of it was given back; never negative. A
 * refund of the price, for goods that came back, leaves it as it is: what comes later is still too much.
 */
export function excessOf(payment: PaymentContext): bigint {
  const excess = totalConfirmed(payment) - priceOf(payment) - BigInt(payment.refundedBeyondPrice)
  return excess > 0n ? excess : 0n
}

/** Whether less is seen than was seen before: a reorganisation took it, perhaps for a moment. */
export const isTakenBack = (payment: PaymentContext): boolean =>
  totalSeen(payment) < BigInt(payment.seenMost)

/** Whether the amount came in time, or at any time as much as the merchant accepted for it. */
export function isEnough(payment: PaymentContext, counted: 'seen' | 'confirmed'): boolean {
  const { accepted, inTime, late, amount, isCalledOff } = payment
  const total = BigInt(inTime[counted]) + BigInt(late[counted])
  if (accepted !== null && total >= BigInt(accepted)) return true
  return !isCalledOff && BigInt(inTime[counted]) >= BigInt(amount)
}

/**
 * Returns the base units that the payer still has to send, as long as there is time: up to the amount, or to
 * less that the merchant accepted for it, where a reorganisation took that back.
 */
export function dueOf(payment: PaymentContext): bigint {
  const due = smaller(priceOf(payment), BigInt(payment.amount)) - totalSeen(payment)
  return due > 0n && !isEnough(payment, 'seen') ? due : 0n
}

/**
 * Takes over the newest sums. A reorganisation may have lowered them: money that has to be
 * confirmed again, or that a sweep no longer has moved, counts as not yet asked to be swept.
 */
export function rememberDeposits(
  { context }: { context: PaymentContext },
  { type: _, ...sums }: DepositsSeen,
): Partial<PaymentContext> {
  const [confirmed, swept] = [totalConfirmed(sums), BigInt(sums.swept)]
  const stillAsked = [BigInt(context.sweepAsked), confirmed]
  if (swept < BigInt(context.swept)) stillAsked.push(swept)
  return {
    ...sums,
    seenMost: String(larger(BigInt(context.seenMost), totalSeen(sums))),
    sweepAsked: String(stillAsked.reduce(smaller)),
    ...(swept >= confirmed && { sweepReason: null, sweepFailures: 0 }),
  }
}

/** Makes all that is confirmed the price: nothing of it is too much, and nothing is missing. */
export const rememberAccepted = ({
  context,
}: {
  context: PaymentContext
}): Partial<PaymentContext> => ({
  accepted: String(totalConfirmed(context)),
  refundedBeyondPrice: '0',
  seenMost: String(totalSeen(context)),
})

/**
 * Records a refund. A refund of the token asked for gives back the excess first and then the price; as long as the
 * price is not paid, nothing that is given back is a part of it.
 */
export function rememberRefund(
  { context }: { context: PaymentContext },
  { amount, asset, transactionHash, note }: Refund,
): Partial<PaymentContext> {
  const refunds = [...context.refunds, { amount, asset, transactionHash, note }]
  if (asset !== null) return { refunds }
  const isPaid = isEnough(context, 'confirmed')
  const beyond = isPaid ? smaller(BigInt(amount), excessOf(context)) : BigInt(amount)
  return {
    refunds,
    refundedBeyondPrice: String(BigInt(context.refundedBeyondPrice) + beyond),
  }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
