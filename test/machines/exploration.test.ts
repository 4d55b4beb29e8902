/**
 * Rules that hold for every machine, in everything that can happen to it, and the laws of a subscription's money. For every
 * change the situations of a subscription are walked that are nearest to its beginning; the proof walks all of them.
 */
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { getAdjacencyMap } from '@xstate/graph'
import { allStates, pathOf } from '../../src/core/lifecycles/chart.ts'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { beginActor, decideTurn } from '../../src/core/turn/decide.ts'
import { statePath } from '../../src/core/turn/state-path.ts'
import { audibleMachine, listen } from '../../src/core/story/asked-guards.ts'
import { toLifecycle } from '../../src/core/lifecycles/model.ts'
import { actorKinds, type ActorKind } from '../../src/shared/stored-actor.ts'
import {
  type Exploration,
  explore,
  isClosed,
  type Move,
  restore,
  someOfEach,
  timersOf,
  untakenOf,
  type Visit,
} from '../support/explore.ts'
import { lintMachine } from '../support/lint-machine.ts'
import { neverTaken } from '../support/never-taken.ts'
import { allCases } from './cases/all-cases.ts'
import {
  asksOf,
  committedAsks,
  differencesOfAsks,
  explorationsOf,
  isExploredWhole,
  metOf,
} from './fixtures/effects.ts'
import { lawsOfSubscriptions } from './subscription-laws.ts'

const how = inject('tier') === 'proof' ? 'whole' : 'near'

/**
 * Effects that an ended actor may still ask for: for charges that landed or were taken back too late,
 * and to move money on.
 */
const afterTheEnd = [
  'confirmCharge',
  'createCharge',
  'reopenCharge',
  'cancelCharge',
  'requestSweep',
  'reportEnd',
  'reportStays',
]

describe.each(actorKinds)('the machine of a %s', (kind) => {
  const { machine, Event } = actorDefinitions[kind]
  let visits: Visit[]
  let moves: Move[]
  // Explored where its own tests begin, so that one that cannot be explored fails no other's.
  beforeAll(() => {
    const explorations = explorationsOf(kind, how)
    visits = explorations.flatMap((exploration) => exploration.visits)
    moves = explorations.flatMap((exploration) => exploration.moves)
  })

  test('keeps every rule of the lint', () => {
    expect(lintMachine(machine)).toEqual([])
  })

  test('reaches every state (S3.3-1)', () => {
    const reached = new Set(visits.flatMap(({ snapshot }) => snapshot._nodes.map(pathOf)))
    const lasting = allStates(machine).filter(({ always = [] }) => always.every((way) => way.guard))
    expect(lasting.map(pathOf).filter((path) => !reached.has(path))).toEqual([])
  })

  test('gets only events of its schema, and some state takes each type of them', () => {
    const sent = moves.filter(({ event }) => !event.type.startsWith('xstate.'))
    for (const { event } of sent) Event.parse(event)
    const taken = sent.filter(({ decision }) => decision.outcome === 'applied')
    const types = (some: Move[]) => new Set(some.map(({ event }) => event.type))
    expect(types(taken)).toEqual(types(sent))
  })

  test('has no timer armed that its state does not wait for', () => {
    const faulty = visits.filter(({ situation, snapshot }) =>
      Object.keys(situation.timers).some((timer) => !timersOf(snapshot).includes(timer)),
    )
    expect(faulty.map(({ events }) => say(events))).toEqual([])
  })

  test('arms every timer of a state on entering it', () => {
    const faulty = moves.filter(({ from, to }) => {
      const before = timersOf(from.snapshot)
      const entered = timersOf(to.snapshot).filter((timer) => !before.includes(timer))
      return entered.some((timer) => to.situation.timers[timer] === undefined)
    })
    expect(faulty.map(({ from, event }) => say([...from.events, event]))).toEqual([])
  })

  test('can always go on until it has ended', () => {
    const movable = new Set(moves.filter(({ to, from }) => to !== from).map(({ from }) => from))
    for (const visit of visits) expect(movable.has(visit) || isClosed(visit)).toBe(true)
  })

  test('asks in every turn for what its table says, with these parameters and in this order', () => {
    // After a change that is meant: npm run generate -- fixtures, and read the difference.
    const now = asksOf(kind, how)
    const table = committedAsks(kind)
    const expected = isExploredWhole(kind, how) ? table : metOf(table, now)
    expect(differencesOfAsks(expected, now)).toEqual([])
  })

  test('asks for no new effect once it has ended', () => {
    const faulty = moves.filter(({ from, to, decision }) => {
      const asked = decision.outcome === 'applied' ? decision.effects : []
      const isNew = asked.some(({ name }) => !afterTheEnd.includes(name))
      return isClosed(from) && isClosed(to) && isNew
    })
    expect(faulty.map(({ from, event }) => say([...from.events, event]))).toEqual([])
  })
})

// What is rare lies deep: only a whole walk meets all of it.
describe.each(actorKinds.filter((kind) => isExploredWhole(kind, how)))(
  'the machine of a %s, walked to the end,',
  (kind) => {
    const { machine } = actorDefinitions[kind]
    let explorations: Exploration[]
    let moves: Move[]
    beforeAll(() => {
      explorations = explorationsOf(kind, how)
      moves = explorations.flatMap((exploration) => exploration.moves)
    })

    test('takes every transition (S3.2-5, S3.3-4)', () => {
      const [first = [], ...others] = explorations.map(untakenOf)
      const untaken = first.filter((name) => others.every((names) => names.includes(name)))
      expect(untaken).toEqual((neverTaken[kind] ?? []).map(({ transition }) => transition))
    })

    test('hears of every guard both answers, somewhere', () => {
      expect(unheardAnswers(kind, moves)).toEqual([])
    })

    test('asks for every effect that its transitions name, somewhere', () => {
      const asked = new Set(
        [
          ...explorations.flatMap(({ visits }) => visits).flatMap(({ effects }) => effects),
          ...moves.flatMap(({ to }) => to.effects),
        ].map(({ name }) => name),
      )
      const named = toLifecycle(machine).ways.flatMap(({ actions }) => actions.asks)
      expect([...new Set(named)].filter((name) => !asked.has(name))).toEqual([])
    })
  },
)

describe('a subscription', () => {
  lawsOfSubscriptions(() => explorationsOf('subscription', how))
})

test.each(['plan', 'verification', 'transaction'] as const)(
  "XState's own traversal of the %s finds no state that the exploration missed",
  (kind) => {
    const one = allCases.find((candidate) => candidate.kind === kind)!
    const { visits } = explore(one)
    const { machine } = actorDefinitions[kind]
    const events = one.eventsAt(visits[0]!.situation)
    const graph = getAdjacencyMap(machine, {
      input: { ...one.input, now: one.beganAt } as never,
      events: (snapshot) => events.filter((event) => snapshot.can(event as never)) as never,
      serializeState: (snapshot) => statePath(snapshot.value),
    })
    const found = visits.map(({ snapshot }) => statePath(snapshot.value))
    expect(found).toEqual(expect.arrayContaining(Object.keys(graph)))
  },
)

/** The answers that no guard of a machine gave in all these moves, as `mayPause: no`. */
function unheardAnswers(kind: ActorKind, moves: readonly Move[]): string[] {
  const machine = audibleMachine(kind)
  const heard = new Set<string>()
  for (const { from, event, to } of someOfEach(moves)) {
    const snapshot = restore(kind, from.situation, { ...actorDefinitions[kind], machine })
    const { asked } = listen(() => decideTurn(snapshot, event, to.situation.now))
    for (const { guard, answer } of asked) heard.add(`${guard}: ${answer ? 'yes' : 'no'}`)
  }
  for (const { input, beganAt } of allCases.filter((one) => one.kind === kind)) {
    const { asked } = listen(() => beginActor(machine, input, beganAt))
    for (const { guard, answer } of asked) heard.add(`${guard}: ${answer ? 'yes' : 'no'}`)
  }
  const names = Object.keys(machine.implementations.guards)
  return names
    .flatMap((name) => [`${name}: yes`, `${name}: no`])
    .filter((answer) => !heard.has(answer))
}

/** Lists the events that led here, for the message of a failure. */
const say = (events: { type: string }[]) => events.map(({ type }) => type).join(', ')
