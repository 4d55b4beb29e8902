/**
 * What a payment remembers: sums that the chain told, and what the merchant decided. Where it
 * stands follows from these and the time alone; `payment.standing.ts` says how.
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
} from './payment.events.ts'

export const refundsMax = 50

/** Confirmed base units that had come, and those of them that had been given back. */
const Accepted = z.strictObject({ came: BaseUnits, givenBack: BaseUnits })

export const PaymentContext = z.strictObject({
  ...PaymentInput.shape,
  now: z.number(),
  /** Of the last word of the chain. */
  order: z.int(),
  inTime: Deposited,
  late: Deposited,
  others: z.array(OtherToken).max(otherTokensMax),
  transactionHash: Hash.nullable(),
  swept: BaseUnits,
  /** Confirmed base units whose sweep has been asked for. */
  sweepAsked: BaseUnits,
  sweepFailures: z.int().nonnegative(),
  sweepTransactionId: Id.nullable(),
  /** Why the money has not moved on to the merchant yet. */
  sweepReason: Reason.nullable(),
  /** What was there when the merchant took it for the price; null while the price is `amount`. */
  accepted: Accepted.nullable(),
  refunds: z.array(Refund).max(refundsMax),
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
    others: [],
    transactionHash: null,
    swept: '0',
    sweepAsked: '0',
    sweepFailures: 0,
    sweepTransactionId: null,
    sweepReason: null,
    accepted: null,
    refunds: [],
    isCalledOff: false,
  }
}

type Sums = Pick<PaymentContext, 'inTime' | 'late'>

export const totalSeen = ({ inTime, late }: Sums): bigint => BigInt(inTime.seen) + BigInt(late.seen)

export const totalConfirmed = ({ inTime, late }: Sums): bigint =>
  BigInt(inTime.confirmed) + BigInt(late.confirmed)

/**
 * Base units that were given back, as far as the merchant recorded it: of the token asked for,
 * or of another one by its code.
 */
export const totalRefunded = (
  { refunds }: Pick<PaymentContext, 'refunds'>,
  ofAsset: string | null = null,
): bigint =>
  refunds
    .filter(({ asset }) => asset === ofAsset)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** Confirmed base units that came and can still be given back; of another token by its code. */
export function refundableOf(payment: PaymentContext, ofAsset: string | null = null): bigint {
  const other = payment.others.find(({ asset }) => asset === ofAsset && asset !== null)
  const came = ofAsset === null ? totalConfirmed(payment) : BigInt(other?.amount ?? 0)
  const refundable = came - totalRefunded(payment, ofAsset)
  return refundable > 0n ? refundable : 0n
}

export const isAnythingRefundable = (payment: PaymentContext): boolean =>
  [null, ...payment.others.map(({ asset }) => asset)].some(
    (asset) => refundableOf(payment, asset) > 0n,
  )

/** What the payment costs: `amount`, or what the merchant took for it. */
export const priceOf = ({ accepted, amount }: PaymentContext): bigint =>
  accepted ? BigInt(accepted.came) - BigInt(accepted.givenBack) : BigInt(amount)

/** Confirmed money above the price, less what was given back; never negative. */
export function excessOf(payment: PaymentContext): bigint {
  const excess = totalConfirmed(payment) - priceOf(payment) - totalRefunded(payment)
  return excess > 0n ? excess : 0n
}

/** Whether the amount came in time, or as much as the merchant took for it at any time. */
export function isEnough(payment: PaymentContext, counted: 'seen' | 'confirmed'): boolean {
  const { accepted, inTime, late, amount, isCalledOff } = payment
  const total = BigInt(inTime[counted]) + BigInt(late[counted])
  if (accepted && total >= BigInt(accepted.came)) return true
  return !isCalledOff && BigInt(inTime[counted]) >= BigInt(amount)
}

/** What the payer still has to send, as long as there is time. */
export function dueOf(payment: PaymentContext): bigint {
  const due = BigInt(payment.amount) - totalSeen(payment)
  return due > 0n && !isEnough(payment, 'seen') ? due : 0n
}

/**
 * Takes the chain's newest sums over. A reorganisation may have lowered them: what is confirmed
 * once more, and what a sweep no longer has moved, has not been asked for.
 */
export function rememberDeposits(
  { context }: { context: PaymentContext },
  { type: _, ...told }: DepositsSeen,
): Partial<PaymentContext> {
  const [confirmed, swept] = [totalConfirmed(told), BigInt(told.swept)]
  const stillAsked = [BigInt(context.sweepAsked), confirmed]
  if (swept < BigInt(context.swept)) stillAsked.push(swept)
  return {
    ...told,
    sweepAsked: String(stillAsked.reduce((least, one) => (one < least ? one : least))),
    ...(swept >= confirmed && { sweepReason: null, sweepFailures: 0 }),
  }
}
