/** Why a pause cannot end by itself when somebody wished: until when it could, or who alone can end it. */
import type { StoredActor } from '../shared/stored-actor.ts'
import { toSubscriptionResource } from '../store/resources/subscription.ts'

/** Returns a sentence, and the latest moment for programs; null where it cannot be paused at all. */
export function whyNotUntil(
  subscription: StoredActor<'subscription'>,
  now: Date,
): { why: string; details: { pausableUntil: string | null } } | null {
  const { status, pausableUntil } = toSubscriptionResource(subscription, now)
  if (pausableUntil === null) {
    const why = "Only the payer's own wallet can end this pause, so that no end can be promised."
    return status === 'Paused' ? { why, details: { pausableUntil } } : null
  }
  const latest =
    new Date(pausableUntil) > now
      ? `It can be paused until ${pausableUntil} at most`
      : `It could be paused until ${pausableUntil} at most, which is over`
  const why = `${latest}: soon after it the grace of the next charge ends, and only the payer's own wallet can resume. Leave \`until\` out for a pause without an end.`
  return { why, details: { pausableUntil } }
}
