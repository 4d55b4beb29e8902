/** A switch: one subscription takes another's place, and the payer pays for no time twice. */
import type { Memory, SubscriptionContext } from './subscription.context.ts'
import { draftExpiryOf, type SubscriptionEvent } from './subscription.events.ts'
import { coveredTimeEndOf, toMomentFromMs } from './subscription.schedule.ts'
import type { EventOf } from '../event-of.ts'

export type SuccessorApproved = EventOf<SubscriptionEvent, 'successor.approved'>

/** Whether the subscription that this one replaces has still to end. */
export const needsPredecessor = ({ replaces, hasPredecessorEnded }: SubscriptionContext): boolean =>
  replaces !== undefined && !hasPredecessorEnded

/** Whether the successor can take the place so, and could still begin when what is paid for here has run out. */
export const maySucceed = (
  { successor, nextChargeAt }: SubscriptionContext,
  { when, until }: SuccessorApproved,
  wanted: SuccessorApproved['when'],
): boolean => successor === null && when === wanted && Date.parse(nextChargeAt) <= Date.parse(until)

/** Remembers that the place is free: the first charge is made once what was paid for has run out. */
export function rememberPredecessorEnded(
  { context: { startFrom } }: Memory,
  { paidUntil }: { paidUntil: string },
): Partial<SubscriptionContext> {
  const beginsLater = Date.parse(paidUntil) > Date.parse(startFrom)
  return { hasPredecessorEnded: true, nextChargeAt: beginsLater ? paidUntil : startFrom }
}

/**
 * Reports to the successor at the end when the paid time runs out, here or in the one before, or now where nothing is
 * left.
 */
export function endReportOf(context: SubscriptionContext) {
  const { successor, now } = context
  const paidTimeEnd = coveredTimeEndOf(context)
  const paidUntilMs = paidTimeEnd === null ? now : Math.max(now, Date.parse(paidTimeEnd))
  return { contractAddress: successor, paidUntil: toMomentFromMs(paidUntilMs) }
}

/** Reports the approval to the predecessor: when it is to end, and until when it is waited for. */
export const approvalReportOf = (context: SubscriptionContext) => ({
  contractAddress: context.replaces?.contractAddress ?? null,
  when: context.replaces?.when ?? null,
  until: toMomentFromMs(draftExpiryOf(context)),
})

/** Names who hears of an end before the beginning: the predecessor, which may still be ending for this one. */
export function unbegunReportOf(context: SubscriptionContext) {
  const isWaitedFor = context.chargesMade === 0 && needsPredecessor(context)
  return { contractAddress: isWaitedFor ? (context.replaces?.contractAddress ?? null) : null }
}
