/**
 * The accepted commands of an actor: transitions that carry a label for a button, and whose guard,
 * if there is one, lets them through.
 */
import { type AnyMachineSnapshot, getNextTransitions } from 'xstate'
import type { ActorKind } from '../../shared/stored-actor.ts'
import { isCommand } from './command-roles.ts'

/** Lists the accepted commands by the part after the dot: `pause`, `cancel`. */
export function acceptedCommandsOf(kind: ActorKind, snapshot: AnyMachineSnapshot): string[] {
  if (snapshot.status !== 'active' || kind === 'charge' || kind === 'transaction') return []
  const accepted = new Set<string>()
  for (const transition of getNextTransitions(snapshot)) {
    if (!isCommand(transition) || accepted.has(transition.eventType)) continue
    if (!transition.guard || snapshot.can({ type: transition.eventType }))
      accepted.add(transition.eventType)
  }
  return [...accepted].map((type) => type.slice(type.indexOf('.') + 1))
}
