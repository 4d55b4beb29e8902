/**
 * The one table of what is accepted: answers' `actions`, the `allowed` of refusals, sessions, pages and the dashboard's
 * buttons all read it. It follows from the guards of the machines as of the last turn, from whose each command is, and
 * from what time alone has ended since.
 */
import { acceptedUntilOf } from '../../../machines/subscription/subscription.pausing.ts'
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import { type CommandRole, leavingCommands, mayCommand } from '../turn/command-roles.ts'
import { findSwitchTimes } from './switch-times.ts'

/** Somebody of a role asks, or a payer whose token may only leave. */
export type Asker = CommandRole | 'leavingPayer'

/**
 * Lists the commands that the actor takes from somebody now, by the part after the dot, and `switch` where a subscription
 * can be left for another: that makes another one, and is no command of its own. Without `now`, as of its last turn.
 */
export function listAccepted(
  asker: Asker,
  actor: StoredActor,
  now: Date = new Date(actor.snapshot.context.now),
): string[] {
  const { kind, snapshot } = actor
  if (asker === 'leavingPayer')
    return listAccepted('payer', actor, now).filter((command) => leavingCommands.has(command))
  const ofRole = snapshot.acceptedCommands.filter((command) =>
    mayCommand(asker, `${kind}.${command}`),
  )
  if (kind !== 'subscription' || asker === 'operator') return ofRole
  const subscription = requireKind(actor, 'subscription')
  const { context } = subscription.snapshot
  const inTime = ofRole.filter((command) => {
    const until = acceptedUntilOf(command, context)
    return until === null || now.getTime() <= Date.parse(until)
  })
  return findSwitchTimes(subscription, now).length > 0 ? [...inTime, 'switch'] : inTime
}
