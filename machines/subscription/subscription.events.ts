/** The events of a subscription, from people, the chain, its charges and transactions. */
import { z } from 'zod'
import { dayMs } from '../durations.ts'
import {
  Address,
  BaseUnits,
  ChainPosition,
  Hash,
  Id,
  Moment,
  ownerFields,
  Reason,
} from '../primitives.ts'

/** The longest right of withdrawal that a merchant may grant. */
export const withdrawalDaysMax = 30

/** When the old subscription of a switch ends: with the time that is paid for, or at once. */
const ReplacementTime = z.enum(['PaidPeriodEnd', 'Now'])

const Replacement = z.strictObject({ contractAddress: Address, when: ReplacementTime })

/** Why a payer left, as the payer says it. */
export const CancellationFeedback = z.enum([
  'TooExpensive',
  'MissingFeatures',
  'SwitchedService',
  'Unused',
  'CustomerService',
  'TooComplex',
  'LowQuality',
  'Other',
])
export const feedbackCommentLengthMax = 500
/** `comment`: in the payer's own words. */
export const CancellationDetails = z.strictObject({
  feedback: CancellationFeedback,
  comment: z.string().max(feedbackCommentLengthMax).nullable(),
})
export type CancellationDetails = z.infer<typeof CancellationDetails>

/** The parts of a subscription that never change: the contract's terms and the owner. */
export const SubscriptionInput = z.strictObject({
  contractAddress: Address,
  /** The id inside the contract's salt. */
  id: Id,
  ...ownerFields,
  planId: Id,
  customerId: z.string(),
  metadata: z.string().nullable(),
  blockchain: z.string(),
  asset: z.string(),
  decimals: z.int().min(0).max(36),
  token: Address,
  receiver: Address,
  payer: Address,
  operator: Address,
  amount: BaseUnits,
  startFrom: Moment,
  periodDays: z.int().min(1).max(365),
  maxPeriods: z.int().min(1).max(65_535),
  graceDays: z.int().min(0).max(364),
  /** The last moment of the first charge; see `activateUntilOf`. */
  activateUntil: Moment,
  /** Whether a draft begins by itself once the payer has allowed enough, or by command only; absent: by itself. */
  activation: z.enum(['automatic', 'manual']).optional(),
  /** The subscription that this one takes the place of, and when that one ends; absent: of none. */
  replaces: Replacement.optional(),
  /** For how many days after the agreement the payer may withdraw from it; absent: not at all. */
  withdrawalDays: z.int().min(1).max(withdrawalDaysMax).optional(),
  createdAt: Moment,
})
export type SubscriptionInput = z.infer<typeof SubscriptionInput>

/** A subscription starts at most so many years after it was asked for. */
export const startYearsAheadMax = 5
/** A draft is kept this long after its start for the payer. */
const draftLifeMs = 30 * dayMs
/** The contract takes a first charge this much later, if nodes or a want of gas held it up. */
const lateActivationMs = 7 * dayMs

/** Returns the `activateUntil` of a draft that is made now and begins at `startFrom`. */
export const activateUntilOf = (startFrom: string): string =>
  new Date(Date.parse(startFrom) + draftLifeMs + lateActivationMs).toISOString()

/**
 * Returns when a draft is given up, in Unix milliseconds: before the contract refuses its charge,
 * so that until then it can be relied on.
 */
export const draftExpiryOf = ({ activateUntil }: SubscriptionInput): number =>
  Date.parse(activateUntil) - lateActivationMs

const command = <Type extends string>(type: Type) => z.strictObject({ type: z.literal(type) })
const chargeNumber = z.int().positive()

export const SubscriptionEvent = z.discriminatedUnion('type', [
  command('subscription.activate'),
  command('subscription.pause'),
  /** A pause that is to end by itself, or another such end of the one that is there. */
  z.strictObject({ type: z.literal('subscription.pauseUntil'), until: Moment }),
  command('subscription.unpause'),
  command('subscription.cancel'),
  command('subscription.cancelAtPeriodEnd'),
  command('subscription.uncancel'),
  command('subscription.withdraw'),
  z.strictObject({
    type: z.literal('subscription.giveFeedback'),
    ...CancellationDetails.shape,
  }),

  /** The payer approved the subscription that is to take this one's place, which can begin `until` then. */
  z.strictObject({
    type: z.literal('successor.approved'),
    contractAddress: Address,
    when: ReplacementTime,
    until: Moment,
  }),
  /** The subscription that was to take this one's place ended before it began. */
  z.strictObject({ type: z.literal('successor.ended'), contractAddress: Address }),
  /** The subscription that this one replaces has ended; what it was paid for ends at `paidUntil`. */
  z.strictObject({ type: z.literal('predecessor.ended'), paidUntil: Moment }),
  /** The subscription that this one was to replace goes on: it is too late, or another one takes its place. */
  command('predecessor.stays'),

  /** The chain was asked for the payer's allowance for this contract, and for the payer's balance. */
  z.strictObject({
    type: z.literal('chain.fundsSeen'),
    allowance: BaseUnits,
    balance: BaseUnits,
    position: ChainPosition,
    /** While it waited for money, another subscription of the customer to the same plan has begun; absent: none. */
    isOutrun: z.literal(true).optional(),
  }),
  /** The chain could not be asked; `reason` says why. */
  z.strictObject({ type: z.literal('chain.unreachable'), reason: Reason }),
  /** The contract charged, whoever sent the transaction. `allowance` is what is left after it. */
  z.strictObject({
    type: z.literal('chain.charged'),
    period: z.int().positive(),
    nextChargeAt: Moment,
    chargedAt: Moment,
    allowance: BaseUnits,
    transactionHash: Hash,
    position: ChainPosition,
  }),
  /** `operatorUntil`: until when the gas wallet may undo it; null where only the payer may. */
  z.strictObject({
    type: z.literal('chain.frozen'),
    by: Address,
    operatorUntil: Moment.nullable(),
    position: ChainPosition,
  }),
  z.strictObject({
    type: z.literal('chain.unfrozen'),
    nextChargeAt: Moment,
    position: ChainPosition,
  }),
  z.strictObject({ type: z.literal('chain.cancelled'), by: Address, position: ChainPosition }),
  /** A reorganisation took the charge of this period back. */
  z.strictObject({
    type: z.literal('chain.chargeReorged'),
    period: z.int().positive(),
    /** The due time that counts again, and what is allowed now. */
    nextChargeAt: Moment,
    allowance: BaseUnits,
  }),
  /** A reorganisation took a freeze, an unfreeze or a cancel back; the fields hold what counts now. */
  z.strictObject({
    type: z.literal('chain.controlReorged'),
    nextChargeAt: Moment,
    frozenBy: Address.nullable(),
  }),

  z.strictObject({ type: z.literal('charge.attemptFailed'), number: chargeNumber, reason: Reason }),
  z.strictObject({ type: z.literal('charge.failed'), number: chargeNumber, reason: Reason }),
  z.strictObject({ type: z.literal('charge.heldBack'), number: chargeNumber, reason: Reason }),
  z.strictObject({ type: z.literal('charge.released'), number: chargeNumber }),

  /**
   * The chain refused a freeze, unfreeze or cancel that we requested. A cancel whose reason is that
   * the contract is dead by itself was not sent: nobody can charge it any more.
   */
  z.strictObject({
    type: z.literal('request.refused'),
    operation: z.enum(['freeze', 'unfreeze', 'cancel']),
    reason: Reason,
  }),
])
export type SubscriptionEvent = z.infer<typeof SubscriptionEvent>

/** A subscription that waits for its payer's money, as far as that matters for it; amounts in base units. */
export type WaitingForMoney = {
  phase: string
  reason: string | null
  amount: string
  /** As of the last report. */
  balance: string
}

const lacksAllowance = new Set(['InsufficientAllowance', 'AllowanceRevoked'])

/**
 * Whether a balance is news to a subscription that waits for money: whether it suffices is another
 * answer than the one that it knows. One that is late knows that it did not suffice, whatever it was
 * told before: money that goes is not reported.
 */
export function isBalanceNews(
  { phase, reason, amount, balance: known }: WaitingForMoney,
  balance: string,
): boolean {
  const isLate = phase === 'Overdue' && !lacksAllowance.has(reason ?? '')
  const sufficed = BigInt(known) >= BigInt(amount) && !isLate && reason !== 'InsufficientBalance'
  return sufficed !== BigInt(balance) >= BigInt(amount) && known !== balance
}
