/**
 * What a payment remembers: sums that the chain told, and what the merchant decided. Where it
 * stands follows from these alone; `standingOf` is the one place that says how.
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
  /** What the merchant took for the price; null while it is `amount`. */
  accepted: BaseUnits.nullable(),
  refunds: z.array(Refund).max(refundsMax),
  isCalledOff: z.boolean(),
})
export type PaymentContext = z.infer<typeof PaymentContext>

export type Standing =
  | 'Untouched'
  | 'Partial'
  | 'Confirming'
  | 'Exact'
  | 'Overpaid'
  | 'Accepted'
  | 'ExcessRefunded'
  | 'Unpaid'
  | 'Underpaid'
  | 'Late'
  | 'Refunded'
  | 'Cancelled'
  | 'Funded'
  | 'FundsRefunded'

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
export const priceOf = ({ accepted, amount }: PaymentContext): bigint => BigInt(accepted ?? amount)

/** Confirmed money above the price, less what was given back; never negative. */
export function excessOf(payment: PaymentContext): bigint {
  const excess = totalConfirmed(payment) - priceOf(payment) - totalRefunded(payment)
  return excess > 0n ? excess : 0n
}

/** What the payer still has to send; zero where it is too late to send anything. */
export function dueOf(payment: PaymentContext): bigint {
  const due = priceOf(payment) - totalSeen(payment)
  return due > 0n ? due : 0n
}

/** Where the payment stands by its sums, the merchant's word and the time. */
export function standingOf(payment: PaymentContext): Standing {
  const open = totalSeen(payment) - totalRefunded(payment)
  if (payment.isCalledOff && payment.accepted === null) {
    if (totalSeen(payment) === 0n) return 'Cancelled'
    return open > 0n ? 'Funded' : 'FundsRefunded'
  }
  if (isPaid(payment)) return standingOfPaid(payment)
  if (BigInt(payment.inTime.seen) >= BigInt(payment.amount)) return 'Confirming'
  if (!isOver(payment)) return open > 0n ? 'Partial' : 'Untouched'
  if (totalSeen(payment) === 0n) return 'Unpaid'
  if (open <= 0n) return 'Refunded'
  return BigInt(payment.late.seen) > 0n ? 'Late' : 'Underpaid'
}

export const isOver = ({ now, expiresAt }: PaymentContext): boolean => now > Date.parse(expiresAt)

const isPaid = (payment: PaymentContext): boolean =>
  payment.accepted === null
    ? BigInt(payment.inTime.confirmed) >= BigInt(payment.amount)
    : totalConfirmed(payment) >= BigInt(payment.accepted)

function standingOfPaid(payment: PaymentContext): Standing {
  if (excessOf(payment) > 0n) return 'Overpaid'
  if (totalRefunded(payment) > 0n) return 'ExcessRefunded'
  return payment.accepted === null ? 'Exact' : 'Accepted'
}

/** Takes the chain's newest sums over. A reorganisation may have lowered them. */
export function rememberDeposits(
  { context }: { context: PaymentContext },
  { type: _, ...told }: DepositsSeen,
): Partial<PaymentContext> {
  const asked = BigInt(context.sweepAsked)
  const confirmed = totalConfirmed(told)
  const isSwept = BigInt(told.swept) >= confirmed
  return {
    ...told,
    sweepAsked: String(asked < confirmed ? asked : confirmed),
    ...(isSwept && { sweepReason: null, sweepFailures: 0 }),
  }
}
