/**
 * Transitions of a switch, from both sides. The old subscription hears of it once the payer has approved the
 * new one, and tells the new one once it has ended; only then is the new one charged.
 */
import { type EventOf, eventOf } from '../../event-of.ts'
import type { SubscriptionContext } from '../subscription.context.ts'
import type { SubscriptionEvent } from '../subscription.events.ts'
import {
  approvalReportOf,
  endReportOf,
  type SuccessorApproved,
  unbegunReportOf,
} from '../subscription.succession.ts'
import { because, stopCharge } from './actions.ts'

type SuccessorEnded = EventOf<SubscriptionEvent, 'successor.ended'>
type PredecessorEnded = EventOf<SubscriptionEvent, 'predecessor.ended'>
type WithContext = { context: SubscriptionContext }

const addressOf = ({ event }: { event: SuccessorApproved }) => ({
  contractAddress: event.contractAddress,
})

const recordSuccessor = { type: 'recordSuccessor', params: addressOf } as const

/** It goes on: another one takes its place, it has yet to take a place itself, or the one that asks could not wait so long. */
export const refuseSuccessor = { actions: { type: 'reportStays', params: addressOf } } as const

const isFirstSuccessor = { guard: 'hasNoSuccessor' } as const

/** The new one learns that this one has ended, if there is a new one. */
export const reportEnd = {
  type: 'reportEnd',
  params: ({ context }: WithContext) => endReportOf(context),
} as const

/** The old one learns that this one ends before it began, if it was to replace one. */
export const reportNotBegun = {
  type: 'reportNotBegun',
  params: ({ context }: WithContext) => unbegunReportOf(context),
} as const

export const reportApproval = {
  type: 'reportApproval',
  params: ({ context }: WithContext) => approvalReportOf(context),
} as const

/** Ends at once for the new one. */
const leaveNow = {
  target: '#PendingCancel',
  actions: [recordSuccessor, stopCharge('CancelRequested'), because('Switched'), 'requestCancel'],
} as const

const maySucceedAtPeriodEnd = {
  type: 'maySucceedAtPeriodEnd',
  params: eventOf<SuccessorApproved>,
} as const
const maySucceedNow = { type: 'maySucceedNow', params: eventOf<SuccessorApproved> } as const

/** While the period is paid: it ends with it, or at once, as the switch says. */
export const succeeded = [
  {
    guard: maySucceedAtPeriodEnd,
    target: '#Current',
    reenter: true,
    actions: [recordSuccessor, 'recordToEnd'],
  },
  { guard: maySucceedNow, ...leaveNow },
  refuseSuccessor,
] as const

/** While nothing is paid for, or it is uncertain what: it ends at once. */
export const succeededAtOnce = [{ ...isFirstSuccessor, ...leaveNow }, refuseSuccessor] as const

/** In a pause that can be ended here: it goes on, for what is left of the paid time. */
export const succeededInPause = [
  {
    guard: { type: 'mayResumeForSuccessor', params: eventOf<SuccessorApproved> },
    target: '#PendingUnPause',
    actions: [recordSuccessor, 'recordToEnd', 'clearReason', 'requestUnfreeze'],
  },
  ...succeededAtOnce,
] as const

/** While it resumes: the same, and it is resuming already. */
export const succeededWhileResuming = [
  { guard: maySucceedAtPeriodEnd, actions: [recordSuccessor, 'recordToEnd'] },
  ...succeededAtOnce,
] as const

/** While it is ending anyway: the new one hears when it has ended. */
export const succeededWhileEnding = [
  { ...isFirstSuccessor, actions: recordSuccessor },
  refuseSuccessor,
] as const

/** After the end: the new one need not wait for anybody. */
export const succeededAfterEnd = [
  { ...isFirstSuccessor, actions: [recordSuccessor, reportEnd] },
  refuseSuccessor,
] as const

/** The new one ended before it began: the place is free again. */
export const successorGone = [
  {
    guard: { type: 'isOwnSuccessor', params: eventOf<SuccessorEnded> },
    actions: 'forgetSuccessor',
  },
  {},
] as const

export const recordPredecessorEnded = {
  type: 'recordPredecessorEnded',
  params: eventOf<PredecessorEnded>,
} as const

/** Words to the new one that come when it no longer waits for them. */
export const lateReplies = { 'predecessor.ended': {}, 'predecessor.stays': {} } as const
