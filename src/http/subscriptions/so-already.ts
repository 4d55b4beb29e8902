/**
 * Whether what a refused command asks for is so already: then the answer is the subscription as it is, so that whoever
 * presses twice, or late, meets no error. It is one rule for merchants, payers and the dashboard.
 */
import type { MessageEvent } from '../../shared/message.ts'
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import {
  type SubscriptionResource,
  toSubscriptionResource,
} from '../../core/resources/subscription.ts'

type Rule = (subscription: SubscriptionResource, event: MessageEvent) => boolean

const isIn =
  (statuses: readonly string[]): Rule =>
  ({ status }) =>
    statuses.includes(status)
const hasEnded = isIn(['PendingCancel', 'Cancelled', 'Finished'])
const isRunning = isIn(['PendingUnPause', 'Pending', 'Active', 'Suspended'])
const isPaused = isIn(['PendingPause', 'Paused'])

const rules: Record<string, Rule> = {
  'subscription.pause': (it, event) => isPaused(it, event) && it.resumesAt === null,
  'subscription.pauseUntil': (it, event) => isPaused(it, event) && it.resumesAt === event['until'],
  'subscription.unpause': isRunning,
  'subscription.cancel': hasEnded,
  // After the last charge it ends with its paid time, without a cancellation.
  'subscription.cancelAtPeriodEnd': (it, event) => hasEnded(it, event) || it.endsAt !== null,
  'subscription.uncancel': (it, event) =>
    (isRunning(it, event) || isPaused(it, event)) && it.endsAt === null,
  'subscription.withdraw': ({ withdrawnAt }) => withdrawnAt !== null,
}

export function isSoAlready(actor: StoredActor, event: MessageEvent, now: Date): boolean {
  const rule = rules[event.type]
  return (
    rule !== undefined &&
    rule(toSubscriptionResource(requireKind(actor, 'subscription'), now), event)
  )
}
