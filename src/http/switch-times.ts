/** When a subscription can be left for another plan: it follows from where it stands, like the commands that it accepts. */
import { requireKind, type StoredActor } from '../shared/stored-actor.ts'
import { acceptedCommandsFor, type CommandRole } from '../store/command-roles.ts'

export const switchTimes = ['PaidPeriodEnd', 'Now', 'KeepBoth'] as const
export type SwitchTime = (typeof switchTimes)[number]

export const hasEnded = ({ status }: StoredActor<'subscription'>): boolean =>
  status === 'Cancelled' || status === 'Finished'

/** Whether the subscription ends, or can be asked to end, at the time that is wished. */
export function mayLeave(
  { status, phase, snapshot: { acceptedCommands, context } }: StoredActor<'subscription'>,
  when: Exclude<SwitchTime, 'KeepBoth'>,
): boolean {
  if (status === 'PendingCancel') return true
  // It has no place yet that another could take.
  if (status === 'Draft' || phase === 'AwaitingPredecessor') return false
  if (when === 'Now') return acceptedCommands.includes('cancel')
  const isLastPeriod = status === 'Active' && context.chargesMade >= context.maxPeriods
  return acceptedCommands.includes('cancelAtPeriodEnd') || phase === 'Ending' || isLastPeriod
}

/** Lists when the subscription can be left for another one; none where it is a draft, is left already, or has ended. */
export function findSwitchTimes(old: StoredActor<'subscription'>): SwitchTime[] {
  const isLeft = old.status === 'Draft' || hasEnded(old) || old.snapshot.context.successor !== null
  return isLeft ? [] : switchTimes.filter((time) => time === 'KeepBoth' || mayLeave(old, time))
}

/** The commands that the actor takes of somebody, with `switch`, which makes another subscription and is no command of its own. */
export function listAllowed(by: CommandRole, actor: StoredActor): string[] {
  const accepted = acceptedCommandsFor(by, actor)
  if (actor.kind !== 'subscription') return accepted
  const mayBeLeft = findSwitchTimes(requireKind(actor, 'subscription')).length > 0
  return mayBeLeft ? [...accepted, 'switch'] : accepted
}
