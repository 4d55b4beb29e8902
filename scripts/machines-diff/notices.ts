/** What is different between two versions of a machine for those who live with it: never how its code is written. */
import {
  type Lifecycle,
  mayTake,
  people,
  type LifecyclePerson,
  type Way,
  withInner,
} from '../../src/core/lifecycles/model.ts'
import { waysAt } from '../../src/core/lifecycles/reactions.ts'
import { type Life, leavesOf, waitKey } from './read-lives.ts'

/** A person notices what may be pressed, anybody what states mean and how long waits are, nobody at once what else follows. */
type Noticer = LifecyclePerson | 'anybody' | 'service'

export type Notice = {
  /** `merchant`, `merchant and payer`, `anybody`, `service`. */
  who: string
  /** `Pause`, `How long: until due`. */
  what: string
  /** Where it is so: the paths of states. */
  states: string[]
  /** Null where there was, or is, no such thing. */
  before: string | null
  after: string | null
}

/** What is true of one thing in one state. */
type Cell = { who: Noticer; what: string; state: string; says: string }

/** All notices, those of people first. */
export function noticesOf(before: Life | null, after: Life | null): Notice[] {
  const old = before ? cellsOf(before) : new Map<string, Cell>()
  const young = after ? cellsOf(after) : new Map<string, Cell>()
  const differing = [...new Set([...young.keys(), ...old.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), young.get(key)]
    if (was?.says === is?.says) return []
    const { who, what, state } = (is ?? was)!
    return [{ who, what, state, before: was?.says ?? null, after: is?.says ?? null }]
  })
  const inStates = gathered(differing, ({ who, what, before: was, after: is }) => [
    who,
    what,
    was,
    is,
  ])
  const notices = inStates.map(([first, all]) => ({
    ...first,
    states: all.map(({ state }) => state),
  }))
  const order: Noticer[] = [...people, 'anybody', 'service']
  notices.sort((one, other) => order.indexOf(one.who) - order.indexOf(other.who))
  return gathered(notices, ({ what, states, before: was, after: is }) => [
    what,
    states,
    was,
    is,
  ]).map(([{ what, states, before: was, after: is }, all]) => ({
    who: all.map(({ who }) => who).join(' and '),
    what,
    states,
    before: was,
    after: is,
  }))
}

/** What has the same key, with the first of it. */
const gathered = <One>(all: One[], keyOf: (one: One) => unknown[]): [One, One[]][] =>
  [...Map.groupBy(all, (one) => JSON.stringify(keyOf(one))).values()].map((group) => [
    group[0]!,
    group,
  ])

function cellsOf(life: Life): Map<string, Cell> {
  const cells = [...statesOf(life), ...lengthsOf(life), ...reactionsOf(life)]
  return new Map(cells.map((cell) => [JSON.stringify([cell.who, cell.what, cell.state]), cell]))
}

const statesOf = ({ lifecycle }: Life): Cell[] =>
  withInner(lifecycle.states).map(({ path, description }) => ({
    who: 'anybody',
    what: 'What it means',
    state: path,
    says: description,
  }))

const lengthsOf = ({ lifecycle, waits }: Life): Cell[] =>
  lifecycle.ways
    .filter(({ kind }) => kind === 'timer')
    .map((way) => ({
      who: 'anybody',
      what: `How long: ${plainWords(way)}`,
      state: way.from,
      says: waits.get(waitKey(way.from, way.eventType)) ?? '',
    }))

/** What each event does in each state. */
function reactionsOf(life: Life): Cell[] {
  const { lifecycle } = life
  const types = [...new Set(lifecycle.ways.map(({ eventType }) => eventType))]
  return leavesOf(lifecycle).flatMap((state) =>
    types.flatMap((type) => {
      const ways = waysAt(lifecycle, state, type)
      const cell = (who: Noticer, own: Way[]): Cell => ({
        who,
        what: who === 'service' ? plainWords(own[0]!) : own[0]!.words,
        state: state.path,
        says: sayWays(life, own),
      })
      // What changes nothing is noticed by nobody, whether it is heard or refused.
      if (ways.every(({ isHarmless }) => isHarmless)) return []
      if (ways[0]!.kind !== 'command') return [cell('service', ways)]
      return people.flatMap((person) => {
        const own = ways.filter((way) => mayTake(person, way))
        const labels = Map.groupBy(own, ({ words }) => words).values()
        return [...labels].map((labelled) => cell(person, labelled))
      })
    }),
  )
}

/** The words without the length, which is told on its own. */
const plainWords = ({ words }: Way): string => words.replace(/ \([^)]*\)$/, '')

const sayWays = (life: Life, ways: Way[]): string =>
  ways.map((way, index) => sayWay(life, way, index > 0)).join('; ')

function sayWay({ lifecycle, sentences }: Life, way: Way, isLater: boolean): string {
  const sentence = sentences.get(way.guard)?.replace(/\.$/, '') ?? way.guardWords
  const asked = way.guard
    ? `${isLater ? 'else if' : 'if'} “${sentence}”: `
    : isLater
      ? 'otherwise: '
      : ''
  return `${asked}${targetOf(lifecycle, way)}`
}

const targetOf = ({ states }: Lifecycle, { to, isHarmless }: Way): string => {
  if (isHarmless) return 'nothing changes'
  if (to === null) return 'it stays where it is'
  const state = withInner(states).find(({ path }) => path === to)
  return `it comes to ${state?.initial ?? to}`
}

/** Ways that are really others: not those behind whose names code is written anew. */
export function changedWays(before: Lifecycle, after: Lifecycle): { added: Way[]; removed: Way[] } {
  const keyOf = ({ from, eventType, guard, to, role, words, isHarmless }: Way) =>
    JSON.stringify([from, eventType, guard, to, role, words, isHarmless])
  const [old, young] = [before, after].map(({ ways }) => new Set(ways.map(keyOf)))
  return {
    added: after.ways.filter((way) => !old!.has(keyOf(way))),
    removed: before.ways.filter((way) => !young!.has(keyOf(way))),
  }
}
