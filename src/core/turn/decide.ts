/**
 * Decides what one message does to one actor, and does none of it.
 *
 * Everything comes in as an argument, the time included, so the same message on the
 * same snapshot always gives the same decision. A crash before the commit is therefore
 * harmless: the message comes again, and so does the decision.
 */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from 'xstate'
import { collectActions, type Consequences, recordingScope } from './consequences.ts'

export type Step = Consequences & { snapshot: AnyMachineSnapshot }

/**
 * `ignored`: the state lists the event with an empty transition, so somebody decided
 * that it is harmless there. `refused`: the state does not take it now.
 */
export type Decision =
  | ({ outcome: 'applied' } & Step)
  | { outcome: 'ignored' }
  | { outcome: 'refused' }

const timerPrefix = 'xstate.after.'

/** Begins an actor. `now` is Unix milliseconds. */
export function beginActor(machine: AnyStateMachine, input: object, now: number): Step {
  const scope = recordingScope()
  const snapshot = machine.getInitialSnapshot(scope, { ...input, now }) as AnyMachineSnapshot
  if (snapshot.status === 'error') throw snapshot.error
  return { snapshot, ...collectActions(scope.recorded, now) }
}

/** Decides one event. `now` is Unix milliseconds. */
export function decideTurn(
  previous: AnyMachineSnapshot,
  event: AnyEventObject,
  now: number,
): Decision {
  // XState would let a finished machine move, and any machine by a forged `xstate.done.*`.
  if (previous.status !== 'active' || isForged(event.type)) return { outcome: 'refused' }

  const stamped = { ...previous, context: { ...previous.context, now } } as AnyMachineSnapshot
  // The transitions that the guards let through. That a snapshot comes back equal would prove nothing.
  const chosen = previous.machine.getTransitionData(stamped, event) ?? []
  if (!chosen.length) return { outcome: 'refused' }
  if (!chosen.some(isEffective)) return { outcome: 'ignored' }

  // One inert scope: the exported `transition()` builds an actor on every call, 25–39 µs instead of 5–15.
  const scope = recordingScope()
  const next = previous.machine.transition(stamped, event, scope) as AnyMachineSnapshot
  if (next.status === 'error') throw next.error
  return { outcome: 'applied', snapshot: next, ...collectActions(scope.recorded, now) }
}

const isEffective = (transition: AnyTransitionDefinition) =>
  transition.target !== undefined || transition.actions.length > 0

const isForged = (type: string) => type.startsWith('xstate.') && !type.startsWith(timerPrefix)
