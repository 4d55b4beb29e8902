/**
 * Finds few walks through a machine that together take every transition: for each transition the shortest walk that
 * takes it, from all cases, and of these as few as cover all.
 */
import type { AnyEventObject } from 'xstate'
import { statePath } from '../../../src/core/turn/state-path.ts'
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { allCases } from '../../../test/machines/cases/all-cases.ts'
import { beginning, type Case, explore, type Move, moveOn } from '../../../test/support/explore.ts'
import { neverTaken } from '../../../test/support/never-taken.ts'
import {
  beginningTransitions,
  effectiveTransitions,
  stampedAt,
  takenTransitions,
} from '../../../test/support/transitions.ts'

/** `to` is the state that it comes to, `takes` are the transitions on the way. */
export type WalkedStep = { event: AnyEventObject; to: string; takes: string[] }

/** A walk begins with the creation of the case's actor; `title` is the case's. */
export type Walk = { title: string; steps: WalkedStep[] }

type Found = { one: Case; events: AnyEventObject[] }

/** Walks that take every transition of the kind that can be taken; the same for the same machine and cases. */
export function findWalks(kind: ActorKind): Walk[] {
  const shortest = findShortest(kind)
  const walks = [...new Set(shortest.values())].map((found) => toWalk(found))
  return coverAll(walks, new Set(shortest.keys()))
}

function findShortest(kind: ActorKind): Map<string, Found> {
  const exceptions = (neverTaken[kind] ?? []).map(({ transition }) => transition)
  const wanted = effectiveTransitions(kind).filter((name) => !exceptions.includes(name))
  const ofType = Map.groupBy(wanted, eventTypeOf)
  const shortest = new Map<string, Found>()
  const lengthOf = (name: string) => shortest.get(name)?.events.length ?? Infinity
  for (const one of allCases.filter((candidate) => candidate.kind === kind)) {
    const begins: Found = { one, events: [] }
    for (const name of beginningTransitions(kind, one.input, one.beganAt))
      if (lengthOf(name) > 0) shortest.set(name, begins)
    for (const move of explore(one).moves) {
      if (move.decision.outcome !== 'applied') continue
      const length = move.from.events.length + 1
      const isLonger = (name: string) => lengthOf(name) > length
      const names = [move.event.type, 'at once'].flatMap((type) => ofType.get(type) ?? [])
      // A move's transitions are dear to compute, so they are computed only where they may be news.
      if (!names.some(isLonger)) continue
      const found: Found = { one, events: [...move.from.events, move.event] }
      for (const name of takenBy(kind, move).filter(isLonger)) shortest.set(name, found)
    }
  }
  return shortest
}

const eventTypeOf = (name: string): string => / on (at once|\S+)/.exec(name)![1]!

const takenBy = (kind: ActorKind, { from, event, to }: Move): string[] =>
  takenTransitions(kind, stampedAt(from.snapshot, to.situation.now), event)

/** Walks again, and notes what every step takes. */
function toWalk({ one, events }: Found): Walk {
  const { kind, input, beganAt, title } = one
  let visit = beginning(one)
  const creation: WalkedStep = {
    event: { type: `${kind}.create` },
    to: statePath(visit.situation.value),
    takes: beginningTransitions(kind, input, beganAt),
  }
  const steps = events.map((event) => {
    const move = moveOn(kind, visit, event)
    visit = move.to
    return { event, to: statePath(visit.situation.value), takes: takenBy(kind, move) }
  })
  return { title, steps: [creation, ...steps] }
}

/** Takes the walk that covers most of what is left, and of those the shortest, until nothing is left. */
function coverAll(walks: Walk[], wanted: Set<string>): Walk[] {
  const left = new Set(wanted)
  const chosen: Walk[] = []
  while (left.size > 0) {
    const [best] = walks
      .map((walk) => ({
        walk,
        covers: [...coverageOf(walk)].filter((name) => left.has(name)).length,
      }))
      .toSorted((a, b) => b.covers - a.covers || a.walk.steps.length - b.walk.steps.length) as [
      { walk: Walk; covers: number },
    ]
    chosen.push(best.walk)
    for (const name of coverageOf(best.walk)) left.delete(name)
  }
  return withoutNeedless(chosen)
}

const coverageOf = ({ steps }: Walk): Set<string> => new Set(steps.flatMap(({ takes }) => takes))

/** Leaves out one walk after another that takes nothing that the rest does not take. */
function withoutNeedless(walks: Walk[]): Walk[] {
  const needless = walks.findIndex((walk, index) => {
    const others = new Set(walks.toSpliced(index, 1).flatMap((other) => [...coverageOf(other)]))
    return [...coverageOf(walk)].every((name) => others.has(name))
  })
  return needless < 0 ? walks : withoutNeedless(walks.toSpliced(needless, 1))
}
