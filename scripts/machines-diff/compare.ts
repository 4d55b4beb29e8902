/** What is different between two versions of a machine, in the terms of whoever reviews it. */
import { isDeepStrictEqual } from 'node:util'
import { delayName } from '../../src/lifecycles/chart.ts'
import {
  innermost,
  type Lifecycle,
  mayTake,
  people,
  type State,
  type Way,
  withInner,
} from '../../src/lifecycles/model.ts'
import { waysAt } from '../../src/lifecycles/reactions.ts'
import type { LoadedMachine } from './load.ts'
import { changedParts, type ChangedRule, changedRules, fieldsReadBy, sets } from './rules.ts'

export type Pair<Value> = { before: Value | null; after: Value | null }
/** A row of a table: its first cells, and what stood and stands there. Empty where nothing did. */
export type Row = { where: string[]; before: string; after: string }

export type MachineDifference = {
  id: string
  name: string
  versions: Pair<string>
  lifecycles: Pair<Lifecycle>
  states: Pair<State>[]
  ways: Pair<Way>[]
  waits: Row[]
  permissions: Row[]
  rules: ChangedRule[]
  events: Row[]
}

/** Compares one machine; null stands for a revision that has none of this name. */
export function compare(
  before: LoadedMachine | null,
  after: LoadedMachine | null,
): MachineDifference {
  const [old, young] = [before?.lifecycle, after?.lifecycle]
  const { id, name } = (young ?? old)!
  const rules = before && after ? changedRules(before, after) : []
  return {
    id,
    name,
    versions: { before: old?.version ?? null, after: young?.version ?? null },
    lifecycles: { before: old ?? null, after: young ?? null },
    states: differing(statesOf(old), statesOf(young), ({ children: _, ...state }) => state),
    ways: differing(waysOf(old), waysOf(young), (way) => way),
    waits: [...waitRows(old, young), ...movedWaits(before, after, rules)],
    permissions: differingCells(permissionsOf(old), permissionsOf(young)),
    rules,
    events: differingCells(eventsOf(before), eventsOf(after)),
  }
}

export const isSame = ({
  states,
  ways,
  waits,
  permissions,
  rules,
  events,
  lifecycles,
}: MachineDifference) =>
  [states, ways, waits, permissions, rules, events].every(({ length }) => length === 0) &&
  lifecycles.before !== null &&
  lifecycles.after !== null

type Read = Lifecycle | null | undefined

const statesOf = (lifecycle: Read) =>
  new Map(withInner(lifecycle?.states ?? []).map((state) => [state.path, state]))

/** A way is the same one where it has the same cause, condition and beginning. */
const waysOf = (lifecycle: Read) =>
  new Map(
    (lifecycle?.ways ?? []).map((way) => [[way.from, way.eventType, way.guard].join(' '), way]),
  )

function differing<Value>(
  old: Map<string, Value>,
  young: Map<string, Value>,
  shownOf: (value: Value) => unknown,
): Pair<Value>[] {
  return [...new Set([...young.keys(), ...old.keys()])]
    .map((key) => ({ before: old.get(key) ?? null, after: young.get(key) ?? null }))
    .filter(
      ({ before, after }) => !isDeepStrictEqual(before && shownOf(before), after && shownOf(after)),
    )
}

/** Cells by their place, `state`, a line break, and what it is about. */
type Cells = Map<string, string>

const differingCells = (old: Cells, young: Cells): Row[] =>
  [...new Set([...young.keys(), ...old.keys()])]
    .map((key) => ({
      where: key.split('\n'),
      before: old.get(key) ?? '',
      after: young.get(key) ?? '',
    }))
    .filter(({ before, after }) => before !== after)

/** State by wait: what it is called, and where it leads. */
const waitRows = (old: Read, young: Read): Row[] => differingCells(waitsOf(old), waitsOf(young))

function waitsOf(lifecycle: Read): Cells {
  const cells: Cells = new Map()
  for (const { kind, from, eventType, words, guardWords, to } of lifecycle?.ways ?? []) {
    if (kind !== 'timer') continue
    const key = `${from}\n${delayName(eventType)}`
    const text = `${words} → ${to ?? 'stays'}${guardWords && ` if ${guardWords}`}`
    cells.set(key, [cells.get(key), text].filter(Boolean).join('; '))
  }
  return cells
}

/** Waits that are called what they were, and have another length: by their own function, or by what was recorded. */
function movedWaits(
  before: LoadedMachine | null,
  after: LoadedMachine | null,
  rules: ChangedRule[],
): Row[] {
  if (!before || !after) return []
  const ways = after.lifecycle.ways.filter(({ kind }) => kind === 'timer')
  const statesOfDelay = Map.groupBy(ways, ({ eventType }) => delayName(eventType))
  const isFixed = (delay: string) =>
    [before, after].every(
      ({ machine }) => typeof machine.implementations.delays[delay] === 'number',
    )
  return [...statesOfDelay].flatMap(([delay, causes]) => {
    // Its words say how long it is.
    if (isFixed(delay)) return []
    const fields = fieldsReadBy(after, delay)
    const moving = rules.filter(
      ({ sort, name }) =>
        (sort === 'delays' && name === delay) ||
        (sort === 'actions' && fields.some((field) => sets(after, name, field))),
    )
    if (moving.length === 0) return []
    const where = [[...new Set(causes.map(({ from }) => from))].join(', '), delay]
    const parts = changedParts(moving)
    const text = (side: 'before' | 'after') => parts.map((part) => part[side].trim()).join('\n')
    const isShort = parts.every((part) => part.before.length + part.after.length < shortTextMax)
    if (isShort) return [{ where, before: text('before'), after: text('after') }]
    const how = `computed anew, by ${parts.map(({ name }) => name).join(', ')}`
    return [{ where, before: 'as it was', after: how }]
  })
}

/** Longer functions are shown once, behind the names, and not in each row. */
const shortTextMax = 400

/** State and person by command: may, may under a condition, or may not. */
function permissionsOf(lifecycle: Read): Cells {
  const cells: Cells = new Map()
  if (!lifecycle) return cells
  const commands = new Set(
    lifecycle.ways.filter(({ kind }) => kind === 'command').map(({ eventType }) => eventType),
  )
  for (const state of innermost(lifecycle))
    for (const type of commands)
      for (const person of people) {
        const ways = waysAt(lifecycle, state, type).filter((way) => mayTake(person, way))
        if (ways.length > 0) cells.set(`${state.path}\n${person}\n${type}`, mayWords(ways))
      }
  return cells
}

function mayWords(ways: Way[]): string {
  if (ways.some(({ guard }) => guard === '')) return 'may'
  return `may if ${[...new Set(ways.map(({ guardWords }) => guardWords))].join(' or ')}`
}

const eventsOf = (loaded: LoadedMachine | null): Cells =>
  new Map(
    [...(loaded?.events ?? [])].map(([type, schema]) => [type, JSON.stringify(schema, null, 1)]),
  )
