/** Transitions by which a subscription ends. */
import { type EventOf, eventOf } from '../../event-of.ts'
import type { SubscriptionEvent } from '../subscription.events.ts'
import { stopCharge, because } from './actions.ts'

/** The contract was cancelled, by anybody. */
export const cancelled = {
  target: '#Cancelled',
  actions: [stopCharge('SubscriptionCancelled'), 'recordCancelled'],
} as const

export const cancelNow = {
  target: '#PendingCancel',
  actions: [stopCharge('CancelRequested'), because('CancelRequested'), 'requestCancel'],
  meta: { label: 'Cancel', roles: ['merchant', 'payer'] },
} as const

/** The payer makes use of the right to withdraw: what was agreed is undone, and the merchant owes the money back. */
export const withdrawNow = {
  guard: 'mayWithdraw',
  target: '#PendingCancel',
  actions: [stopCharge('CancelRequested'), 'recordWithdrawn', 'requestCancel'],
  meta: { label: 'Withdraw', roles: ['merchant', 'payer'] },
} as const

/** The same of a subscription that is ending or has ended: only the right to the money is new. */
export const withdrawnAfterAll = {
  guard: 'mayWithdraw',
  actions: 'recordWithdrawn',
  meta: withdrawNow.meta,
} as const

/** It ends when the paid time does, and nothing more is charged; until shortly before, that can be taken back. */
export const endWithPaidTime = {
  actions: 'recordToEnd',
  meta: { label: 'Cancel at the end of the paid time', roles: ['merchant', 'payer'] },
} as const

export const uncancel = {
  guard: 'mayUncancel',
  actions: ['forgetToEnd', 'checkFunds'],
  meta: { label: 'Go on after all', roles: ['merchant', 'payer'] },
} as const

/** The payer says why it is ending or has ended; the newest word counts. */
export const feedbackGiven = {
  guard: 'mayGiveFeedback',
  actions: {
    type: 'recordFeedback',
    params: eventOf<EventOf<SubscriptionEvent, 'subscription.giveFeedback'>>,
  },
  meta: { label: 'Say why', roles: ['payer'] },
} as const

/** The grace is over: the subscription ends once the contract is dead on chain, too. */
export const graceIsOver = {
  target: '#PendingCancel',
  actions: [stopCharge('GraceExpired'), because('GraceExpired'), 'requestCancel'],
} as const
