/**
 * Walks a machine through everything that can happen to it, one step at a time.
 *
 * Every step goes through JSON and back, as the store does it, and time moves only when a timer
 * fires. Situations that differ in nothing that matters count as one, so the walk ends.
 */
import assert from 'node:assert/strict'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { isTimer } from '../../src/lifecycles/chart.ts'
import {
  beginning,
  type Move,
  moveOn,
  nextTimers,
  type Situation,
  type Visit,
} from '../../src/lifecycles/stories/step.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import {
  beginningTransitions,
  effectiveTransitions,
  stampedAt,
  takenTransitions,
} from './transitions.ts'

export type { Effect } from '../../src/actors/consequences.ts'
export {
  beginning,
  type Move,
  moveOn,
  restore,
  type Situation,
  type Visit,
} from '../../src/lifecycles/stories/step.ts'

/**
 * A case to explore: how the actor begins, the events it may take, and the differences that count.
 */
export type Case = {
  kind: ActorKind
  title: string
  input: Record<string, unknown>
  /** Unix milliseconds. */
  beganAt: number
  /** Every event worth sending in this situation, timers left out. */
  eventsAt(situation: Situation): AnyEventObject[]
  /** The facts beside the state that decide what may happen next. */
  differencesOf(situation: Situation): unknown
}

export type Exploration = { visits: Visit[]; moves: Move[]; untaken: string[] }

const situationsMax = 20_000
/** So many of the last events are named where an exploration does not end. */
const repeatedEventsMax = 6

/** Keeps explorations: the largest case takes 20 s, and several test files ask for it. */
const explorations = new WeakMap<Case, Exploration>()

/** Explores a case to its end, once in a process. Throws if it has none. */
export function explore(one: Case): Exploration {
  const known = explorations.get(one) ?? walk(one)
  explorations.set(one, known)
  return known
}

function walk(one: Case): Exploration {
  const visits = new Map<string, Visit>()
  const moves: Move[] = []
  const first = beginning(one)
  visits.set(keyOf(one, first), first)
  // A map hands out what is added while it is walked, so this is breadth first.
  for (const from of visits.values()) {
    assert(visits.size < situationsMax, tooMany(one, from))
    for (const event of [...one.eventsAt(from.situation), ...nextTimers(from.situation)]) {
      const move = moveOn(one.kind, from, event)
      moves.push(move)
      const key = keyOf(one, move.to)
      if (!visits.has(key)) visits.set(key, move.to)
    }
  }
  return { visits: [...visits.values()], moves, untaken: untakenOf(one, moves) }
}

/** Says which events the machine went on and on with: a retry that has no end, or a case that keeps too much apart. */
function tooMany({ kind, title }: Case, { events }: Visit): string {
  const last = events.slice(-repeatedEventsMax).map(({ type }) => type)
  const going = [...new Set(last)].join(', ')
  return `The machine of a ${kind} has more than ${situationsMax} situations in the case '${title}': after ${events.length} events it still goes on with ${going}. Either a retry or wait of the machine never ends, or the case's differencesOf tells apart what does not matter.`
}

/** The timers that the active states listen to. */
export function timersOf({ _nodes }: AnyMachineSnapshot): string[] {
  return _nodes.flatMap((state) => [...state.transitions.keys()]).filter(isTimer)
}

export const isClosed = ({ snapshot }: Visit): boolean => snapshot.hasTag('closed')

function keyOf(one: Case, { situation }: Visit): string {
  const differences = one.differencesOf(situation)
  return JSON.stringify([situation.value, Object.keys(situation.timers).sort(), differences])
}

/** The transitions of the chart that no move took, as `Active.Charging on charge.failed [2]`. */
function untakenOf({ kind, input, beganAt }: Case, moves: Move[]): string[] {
  const taken = new Set(beginningTransitions(kind, input, beganAt))
  for (const { from, event, decision, to } of moves) {
    if (decision.outcome !== 'applied') continue
    const stamped = stampedAt(from.snapshot, to.situation.now)
    for (const name of takenTransitions(kind, stamped, event)) taken.add(name)
  }
  return effectiveTransitions(kind).filter((name) => !taken.has(name))
}
