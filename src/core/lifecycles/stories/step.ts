/**
 * Takes a machine one step on, as the service does: through JSON and back, and time moves only where a timer
 * fires. It writes nothing. The stories and the exploration of the tests walk by it.
 */
import type { AnyEventObject, AnyMachineSnapshot, StateValue } from 'xstate'
import { actorDefinitions } from '../../turn/actor-definitions.ts'
import type { Effect } from '../../turn/consequences.ts'
import { beginActor, decideTurn, type Decision, type Step } from '../../turn/decide.ts'
import type { ActorKind } from '../../../shared/stored-actor.ts'

/** An actor begins with this; `beganAt` is Unix milliseconds. */
export type Beginning = { kind: ActorKind; input: object; beganAt: number }

/** The stored part of an actor, and the moment. */
export type Situation = {
  value: StateValue
  context: Record<string, unknown>
  /** The armed timers and when they are due, in Unix milliseconds. */
  timers: Record<string, number>
  now: number
}

/** A situation, the events that led to it, and the effects of the last step. */
export type Visit = {
  situation: Situation
  snapshot: AnyMachineSnapshot
  effects: Effect[]
  events: AnyEventObject[]
}
export type Move = { from: Visit; event: AnyEventObject; decision: Decision; to: Visit }

/** How a snapshot is made of what is stored. */
export type Restoring = (
  kind: ActorKind,
  situation: Pick<Situation, 'value' | 'context'>,
) => AnyMachineSnapshot

/** Begins an actor. */
export function beginning({ kind, input, beganAt }: Beginning): Visit {
  const step = beginActor(actorDefinitions[kind].machine, input, beganAt)
  return visitOf(kind, step, {}, beganAt, [])
}

/** Sends an event, or lets a timer fire at its moment. */
export function moveOn(
  kind: ActorKind,
  from: Visit,
  event: AnyEventObject,
  restoring: Restoring = restore,
): Move {
  const { situation, events } = from
  const { [event.type]: dueAt, ...otherTimers } = situation.timers
  const now = Math.max(situation.now, dueAt ?? 0)
  const decision = decideTurn(from.snapshot, event, now)
  const to =
    decision.outcome === 'applied'
      ? visitOf(kind, decision, otherTimers, now, [...events, event], restoring)
      : { ...from, effects: [], situation: { ...situation, now, timers: otherTimers } }
  return { from, event, decision, to }
}

/** Restores a snapshot as from the store. Throws if the context does not fit its schema. */
export function restore(
  kind: ActorKind,
  situation: Pick<Situation, 'value' | 'context'>,
  { machine, Context } = actorDefinitions[kind],
): AnyMachineSnapshot {
  const { value, context } = JSON.parse(JSON.stringify(situation)) as typeof situation
  Context.parse(context)
  const unused = { children: {}, historyValue: {}, output: undefined, error: undefined }
  const stored = { value, context, status: 'active', ...unused }
  return machine.restoreSnapshot(stored as never, undefined as never) as AnyMachineSnapshot
}

function visitOf(
  kind: ActorKind,
  step: Step,
  timers: Situation['timers'],
  now: number,
  events: AnyEventObject[],
  restoring: Restoring = restore,
): Visit {
  const after = { ...timers }
  for (const change of step.timers) {
    if (change.op === 'arm') after[change.id] = change.dueAt
    else delete after[change.id]
  }
  const { value, context } = step.snapshot
  const situation: Situation = { value, context, timers: after, now }
  return { situation, snapshot: restoring(kind, situation), effects: step.effects, events }
}

/** Only the armed timers that are due first can fire next. */
export function nextTimers({ timers }: Situation): AnyEventObject[] {
  const first = Math.min(...Object.values(timers))
  return Object.keys(timers)
    .filter((id) => timers[id] === first)
    .map((type) => ({ type }))
}
