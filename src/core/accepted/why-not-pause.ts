/** Why it cannot be paused, or not so long: until when it could, what fixes that moment, and what there is to do. */
import { isHeldByEarlierPause } from '../../../machines/subscription/subscription.pausing.ts'
import { pausableUntil as latestOf } from '../../../machines/subscription/subscription.schedule.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { toSubscriptionResource } from '../resources/subscription.ts'

type WhyNot = { why: string; details: { pausableUntil: string | null } }

/** Returns sentences, and the latest moment for programs; null where its state takes no pause at any time. */
export function whyNotPause(subscription: StoredActor<'subscription'>, now: Date): WhyNot | null {
  const { pausableUntil } = toSubscriptionResource(subscription, now)
  const why = pausableUntil === null ? whyNotAtAll(subscription) : whyNotThen(subscription, now)
  return why === null ? null : { why, details: { pausableUntil } }
}

const onlyPayerEnds =
  "Only the payer's own wallet can end this pause, so that no end can be promised."

function whyNotAtAll({ status, phase, snapshot }: StoredActor<'subscription'>): string | null {
  const { context } = snapshot
  if (status === 'Paused') return onlyPayerEnds
  const isRunning = status === 'Suspended' || (status === 'Active' && phase !== 'Ending')
  if (!isRunning || context.chargesMade === 0) return null
  if (context.chargesMade >= context.maxPeriods)
    return `Its last charge is made, so that there is none to hold back. The time that was paid for ends ${context.nextChargeAt}, and the subscription with it.`
  const latest = latestOf(context)
  return isHeldByEarlierPause(context)
    ? `An earlier pause in this period leaves no time for another: until ${latest} it could have been ended here, and soon after that only by the payer's own wallet. It can be paused again once the next charge, due ${context.nextChargeAt}, is made; before that the payer's own wallet can freeze it.`
    : `The grace of the charge that was due ${context.nextChargeAt} is nearly over: until ${latest} a pause could have been ended here, and soon after that only by the payer's own wallet. It can be paused again once that charge is made; before that the payer's own wallet can freeze it.`
}

function whyNotThen({ snapshot: { context } }: StoredActor<'subscription'>, now: Date): string {
  const latest = latestOf(context)
  const until =
    new Date(latest) > now
      ? `It can be paused until ${latest} at most`
      : `It could be paused until ${latest} at most, which is over`
  const because = isHeldByEarlierPause(context)
    ? `: an earlier pause in this period fixes that moment, and soon after it only the payer's own wallet can resume. The next charge, due ${context.nextChargeAt} and later by the time paused, gives a new one.`
    : ": soon after it the grace of the next charge ends, and only the payer's own wallet can resume."
  return `${until}${because} Leave \`until\` out for a pause without an end.`
}
