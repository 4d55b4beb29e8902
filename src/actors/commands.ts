/**
 * The accepted commands of an actor: transitions that carry a label for a button, and whose guard,
 * if there is one, lets them through.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  getNextTransitions,
} from 'xstate'
import type { ActorKind } from '../shared/stored-actor.ts'

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

/** Lists the event types of every command that some state of the machine takes. */
export function commandsOf({ root }: AnyStateMachine): string[] {
  const nodes: AnyStateNode[] = [root]
  for (const node of nodes) nodes.push(...Object.values(node.states))
  const transitions = nodes.flatMap(({ transitions: ofNode }) => [...ofNode.values()].flat())
  return [...new Set(transitions.filter(isCommand).map(({ eventType }) => eventType))]
}

const isCommand = ({ meta }: AnyTransitionDefinition): boolean => meta?.['label'] !== undefined
