/** Transitions by which a subscription ends. */
import { stopCharge, because } from './actions.ts'

/** The contract was cancelled, by anybody. */
export const cancelled = {
  target: '#Cancelled',
  actions: [stopCharge('SubscriptionCancelled'), 'recordCancelled'],
} as const

export const cancelNow = {
  target: '#PendingCancel',
  actions: [stopCharge('CancelRequested'), because('CancelRequested'), 'requestCancel'],
  meta: { label: 'Cancel', role: 'merchant' },
} as const

/** The grace is over: the subscription ends once the contract is dead on chain, too. */
export const graceIsOver = {
  target: '#PendingCancel',
  actions: [stopCharge('GraceExpired'), because('GraceExpired'), 'requestCancel'],
} as const
