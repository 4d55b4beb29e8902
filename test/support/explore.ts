/**
 * Walks a machine through everything that can happen to it, one step at a time.
 *
 * Every step goes through JSON and back, as the store does it, and time moves only when a timer
 * fires. Situations that differ in nothing that matters count as one, so the walk ends.
 */
import assert from 'node:assert/strict'
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { isTimer, pathOf } from '../../src/core/lifecycles/chart.ts'
import {
  beginning,
  type Move,
  moveOn,
  nextTimers,
  restore,
  type Restoring,
  type Situation,
  type Visit,
} from '../../src/core/lifecycles/stories/step.ts'
import { statePath } from '../../src/core/turn/state-path.ts'
import type { ActorKind } from '../../src/shared/stored-actor.ts'
import {
  beginningTransitions,
  effectiveTransitions,
  stampedAt,
  takenTransitions,
} from './transitions.ts'

export type { Effect } from '../../src/core/turn/consequences.ts'
export {
  beginning,
  type Move,
  moveOn,
  restore,
  type Situation,
  type Visit,
} from '../../src/core/lifecycles/stories/step.ts'

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

export type Exploration = { explored: Case; visits: Visit[]; moves: Move[] }

const situationsMax = 20_000
/** So many of the last events are named where an exploration does not end. */
const repeatedEventsMax = 6

/** Keeps explorations: the largest case takes 20 s, and several test files ask for it. */
const explorations = new WeakMap<Case, Map<number, Exploration>>()

/**
 * Explores a case, once in a process: to its end, or so many situations, those that are nearest to its beginning. Throws
 * if it has no end.
 */
export function explore(one: Case, nearest = situationsMax): Exploration {
  const known = explorations.get(one) ?? new Map<number, Exploration>()
  const exploration = known.get(nearest) ?? walk(one, nearest)
  explorations.set(one, known.set(nearest, exploration))
  return exploration
}

function walk(one: Case, nearest: number): Exploration {
  const known = new Map<string, Visit>()
  const visits: Visit[] = []
  const moves: Move[] = []
  const restoreOnce = restoringOnce()
  const first = beginning(one)
  known.set(keyOf(one, first), first)
  // A map hands out what is added while it is walked, so this is breadth first.
  for (const from of known.values()) {
    if (visits.length === nearest) break
    visits.push(from)
    assert(known.size < situationsMax, tooMany(one, from))
    for (const event of [...one.eventsAt(from.situation), ...nextTimers(from.situation)]) {
      const move = moveOn(one.kind, from, event, restoreOnce)
      moves.push(move)
      const key = keyOf(one, move.to)
      if (!known.has(key)) known.set(key, move.to)
    }
  }
  return { explored: one, visits, moves }
}

/** Restores once what is stored alike, and hands out the same snapshot from then on: two of three moves lead to what is known. */
function restoringOnce(): Restoring {
  const restored = new Map<string, AnyMachineSnapshot>()
  return (kind, situation) => {
    const text = JSON.stringify([situation.value, situation.context])
    const snapshot = restored.get(text) ?? restore(kind, situation)
    restored.set(text, snapshot)
    return snapshot
  }
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

/** Most moves that look alike take the same transitions and hear the same guards. */
const alikeMax = 40

/** Keeps so many of the moves that look alike: of one event, from one state to another, with the same effects. */
export function someOfEach(moves: readonly Move[], max = alikeMax): Move[] {
  const met = new Map<string, number>()
  return moves.filter(({ from, event, decision, to }) => {
    const effects = to.effects.map(({ name }) => name).join()
    const states = [from, to].map(({ situation }) => statePath(situation.value))
    const key = [...states, event.type, decision.outcome, effects].join(' ')
    const times = (met.get(key) ?? 0) + 1
    met.set(key, times)
    return times <= max
  })
}

/** The transitions of the chart that no move took, as `Active.Charging on charge.failed [2]`. */
export function untakenOf({ explored, moves }: Exploration): string[] {
  const { kind, input, beganAt } = explored
  const untaken = new Set(effectiveTransitions(kind))
  for (const name of beginningTransitions(kind, input, beganAt)) untaken.delete(name)
  const takeApart = ({ from, event, to }: Move) => {
    const stamped = stampedAt(from.snapshot, to.situation.now)
    for (const name of takenTransitions(kind, stamped, event)) untaken.delete(name)
  }
  const applied = moves.filter(({ decision }) => decision.outcome === 'applied')
  for (const move of someOfEach(applied)) takeApart(move)
  // To take a move apart costs as much as the move: of the others only those that could take what is left.
  const left = new Set([...untaken].map((name) => name.replace(/ \[.*/, '')))
  const mayTake = ({ from, event }: Move) =>
    from.snapshot._nodes.some((state) => left.has(`${pathOf(state)} on ${event.type}`))
  for (const move of applied) if (mayTake(move)) takeApart(move)
  return [...untaken]
}
