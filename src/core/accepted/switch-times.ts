/** When a subscription can be left for another plan: it follows from where it stands, like the commands that it accepts. */
import { acceptedUntilOf } from '../../../machines/subscription/subscription.pausing.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'

export const switchTimes = ['PaidPeriodEnd', 'Now', 'KeepBoth'] as const
export type SwitchTime = (typeof switchTimes)[number]

export const hasEnded = ({ status }: StoredActor<'subscription'>): boolean =>
  status === 'Cancelled' || status === 'Finished'

/**
 * Lists when the subscription can be left for another one. Of one that has ended nothing is left to end: the other begins
 * with the end of the paid time, or at once beside it. None for a draft, which has no place that another could take, and
 * for one that is left already.
 */
export function findSwitchTimes(old: StoredActor<'subscription'>, now: Date): SwitchTime[] {
  if (hasEnded(old)) return [...switchTimes]
  if (old.status === 'Draft' || old.snapshot.context.successor !== null) return []
  return switchTimes.filter((time) => time === 'KeepBoth' || mayLeave(old, time, now))
}

/** Whether the subscription ends, or can be asked to end, at the time that is wished. */
function mayLeave(
  { status, phase, snapshot: { acceptedCommands, context } }: StoredActor<'subscription'>,
  when: Exclude<SwitchTime, 'KeepBoth'>,
  now: Date,
): boolean {
  if (status === 'PendingCancel') return true
  // It has no place yet that another could take.
  if (phase === 'AwaitingPredecessor') return false
  if (when === 'Now') return acceptedCommands.includes('cancel')
  const isLastPeriod = status === 'Active' && context.chargesMade >= context.maxPeriods
  if (phase === 'Ending' || isLastPeriod) return true
  const until = acceptedUntilOf('cancelAtPeriodEnd', context)
  return (
    acceptedCommands.includes('cancelAtPeriodEnd') &&
    (until === null || now.getTime() <= Date.parse(until))
  )
}
