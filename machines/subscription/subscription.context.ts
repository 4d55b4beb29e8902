/**
 * Describes what a subscription remembers. Amounts are base units in decimal strings; moments are ISO 8601 in UTC. How
 * events change it stands beside it: by charges, by funds, by an end.
 */
import { z } from 'zod'
import { Address, BaseUnits, ChainPosition, Hash, Moment, Reason } from '../primitives.ts'
import { CancellationDetails, SubscriptionInput } from './subscription.events.ts'

/** The open charge: its number, the period it pays for, and until when it may be made. */
export const OpenCharge = z.strictObject({
  number: z.int().positive(),
  period: z.int().positive(),
  dueAt: Moment,
  graceUntil: Moment,
  hasFailedBefore: z.boolean(),
  /** Whether the merchant was warned that it is about to be too late for it. */
  isLapsing: z.boolean(),
})
export type OpenCharge = z.infer<typeof OpenCharge>

const StoppedCharge = OpenCharge.pick({ number: true, period: true })

/** A reorganisation may reach so many charges of one subscription: a period is a day at least. */
export const reorganisedMax = 16

export const SubscriptionContext = z.strictObject({
  ...SubscriptionInput.shape,
  now: z.number(),
  allowance: BaseUnits,
  /** Whether the payer took the allowance back since the last charge; one that a charge used up is not taken back. */
  isAllowanceRevoked: z.boolean(),
  balance: BaseUnits,
  chargesMade: z.int().nonnegative(),
  /** When the next charge is due; before the first one, when it may be made. */
  nextChargeAt: Moment,
  reason: Reason.nullable(),
  /** Since when a draft that was approved waits for its payer's money; null where it does not. */
  waitsSince: Moment.nullable(),
  charge: OpenCharge.nullable(),
  /** Charges opened so far; the next one has the number after it. */
  chargeNumber: z.int().nonnegative(),
  isAtRisk: z.boolean(),
  frozenBy: Address.nullable(),
  /** Until when the operator may undo its freezes of this period, the present and later ones; null where it is the payer's, or not known. */
  operatorUntil: Moment.nullable(),
  /** When a pause is to end by itself; null where nobody said. */
  resumeAt: Moment.nullable(),
  /** Whether the merchant was warned that soon only the payer can end the pause. */
  isResumeDue: z.boolean(),
  /** Whether it ends when the paid time does: nothing more is charged. */
  isToEnd: z.boolean(),
  /** The subscription that takes its place, once the payer has approved that one. */
  successor: Address.nullable(),
  /** Whether the subscription that this one replaces has been asked to end, and has ended. */
  hasPredecessorEnded: z.boolean(),
  /** When the payer's approval put it in force: what a withdrawal counts from. */
  agreedAt: Moment.nullable(),
  withdrawnAt: Moment.nullable(),
  /** The payer said this about leaving; null until then. */
  cancellationDetails: CancellationDetails.nullable(),
  /** The position of the newest freeze or unfreeze; an earlier one that comes late is stale. */
  controlPosition: ChainPosition,
  lastTransactionHash: Hash.nullable(),
  /** Numbers of the charges that the chain confirmed, the last one last; a reorganisation takes them back. */
  confirmedNumbers: z.array(z.int().positive()).max(reorganisedMax),
  /** Charges that were opened before a reorganisation took an earlier one back: they wait for their turn. */
  stoppedCharges: z.array(StoppedCharge).max(reorganisedMax),
  /** Whether the contract itself is cancelled, which nothing but a reorganisation undoes. */
  isCancelledOnChain: z.boolean(),
})
export type SubscriptionContext = z.infer<typeof SubscriptionContext>

export type Memory = { context: SubscriptionContext }

export function firstMemory(input: SubscriptionInput & { now: number }): SubscriptionContext {
  return {
    ...input,
    allowance: '0',
    isAllowanceRevoked: false,
    balance: '0',
    chargesMade: 0,
    nextChargeAt: input.startFrom,
    reason: null,
    waitsSince: null,
    charge: null,
    chargeNumber: 0,
    isAtRisk: false,
    frozenBy: null,
    operatorUntil: null,
    resumeAt: null,
    isResumeDue: false,
    isToEnd: false,
    successor: null,
    hasPredecessorEnded: false,
    agreedAt: null,
    withdrawnAt: null,
    cancellationDetails: null,
    controlPosition: 0,
    lastTransactionHash: null,
    confirmedNumbers: [],
    stoppedCharges: [],
    isCancelledOnChain: false,
  }
}
