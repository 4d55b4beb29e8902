/** Months that an operator keeps elsewhere: what is shown of the others says so, and put back all is as before. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { replayTurns } from '../../src/store/views/explained/turns.ts'
import { makeNextPartitions } from '../../src/relays/partitions.relay.ts'
import type { Clock } from '../../src/shared/clock.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import type { Database } from '../../src/store/database.ts'
import { monthAfter, monthOf, startOf } from '../../src/store/partitions/months.ts'
import { listPartitions } from '../../src/store/partitions/partitions.ts'
import { loadActors } from '../../src/store/engine/turn-store.ts'
import { readHistory } from '../../src/store/views/entities/history.ts'
import { readKeptMonth } from '../../src/store/views/entities/kept-from.ts'
import { readJournal, readWalk } from '../../src/store/views/entities/journal.ts'
import { readSpans } from '../../src/store/views/entities/spans.ts'
import { type MonthElsewhere, putBackMonths, takeOutMonths } from '../support/months-elsewhere.ts'
import {
  anId,
  createDelivery,
  createPlan,
  failDelivery,
  owner,
  renamePlan,
  told,
} from './messages.ts'
import { createWorld, expectLaws, type World } from './world.ts'
import type { PastTurn } from '../../src/core/story/replay.ts'

/**
 * Returns the distance to the middle of the n-th month from now: steps of 31 days leave a month out at the end of some.
 */
function offsetOfMonth(n: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 15) - now.getTime()
}

const renamed = 6
/** The month of the n-th turn behind the first is the n-th from now; those from this one on are kept. */
const keptFromTurn = 5

let world: World
let database: Database
let clock: Clock
let engine: TurnEngine
let elsewhere: MonthElsewhere[] = []
const plan = anId()
const early = anId()
const delivery = anId()

const read = async (kind: 'plan' | 'delivery', id: string) =>
  (await loadActors(database, [{ kind, id }])).moved.values().next().value as StoredActor
const namesOf = async (table: string) =>
  (await listPartitions(database.pool))
    .filter((one) => one.table.name === table)
    .map(({ name }) => name)

/** All that is shown of the plan's turns. */
async function readAll() {
  const actor = await read('plan', plan)
  const replayed: PastTurn[] = []
  for await (const turn of replayTurns(database, actor)) replayed.push(turn)
  return {
    history: await readHistory(database, actor, { limit: 100, offset: 0 }),
    page: await readHistory(database, actor, { limit: 2, offset: renamed - 2 }),
    journal: await readJournal(database, actor, { after: 1, limit: 3 }),
    walk: await readWalk(database, actor, 2),
    spans: await readSpans(database, owner, [actor]),
    month: await readKeptMonth(database, [actor]),
    gaps: replayed.map(({ gap }) => gap),
    last: replayed.at(-1)?.after,
  }
}

beforeAll(async () => {
  world = await createWorld()
  clock = world.parts.clock
  database = world.parts.database
  engine = new TurnEngine(world.parts)
  await engine.take(createPlan(plan), false)
  await engine.take(createDelivery(delivery), false)
  await engine.take(failDelivery(delivery), false)
  const removed = { type: 'delivery.targetRemoved', reason: 'EndpointRemoved' }
  await engine.take(told('delivery', delivery, removed), false)
  for (let n = 1; n <= renamed; n++) {
    clock.setTestOffset(offsetOfMonth(n))
    await engine.take(renamePlan(plan, `name ${n}`), false)
    if (n === keptFromTurn - 1) await engine.take(createPlan(early), false)
  }
})
afterAll(() => world.close())

test('a write makes the partition of its month, and the round the one of the next month', async () => {
  const months = await namesOf('journal')
  expect(months.length).toBeGreaterThanOrEqual(renamed)
  await makeNextPartitions({ database, clock })
  const next = monthAfter(monthOf(clock.now())).replace('-', '_')
  expect(await namesOf('journal')).toContain(`journal_${next}`)
  expect(await namesOf('journal')).toEqual(expect.arrayContaining(months))
})

test('what is shown of an actor says from which month and turn on it is kept, and begins there', async () => {
  const before = await readAll()
  expect(before.history.entries.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(before.history.keptFrom).toBeNull()
  expect(before.gaps).toEqual(Array.from({ length: renamed + 1 }, () => null))

  const now = new Date()
  const kept = monthOf(new Date(now.getTime() + offsetOfMonth(keptFromTurn - 1)))
  elsewhere = await takeOutMonths(database, startOf(kept))
  expect(elsewhere.map(({ partition }) => partition.name)).toContain(
    `delivery_${monthOf(now).replace('-', '_')}`,
  )
  const { history, page, journal, walk, month, gaps, last } = await readAll()
  expect(history.keptFrom).toEqual({ month: kept, seq: keptFromTurn })
  expect(history).toMatchObject({ total: renamed + 1, status: before.history.status })
  expect(history.entries).toEqual(before.history.entries.slice(0, 3))
  expect(page.entries).toEqual([])
  expect(journal.map(({ revision }) => revision)).toEqual([5, 6, 7])
  expect(walk).toBeNull()
  expect(month).toBe(kept)
  expect(gaps).toEqual(Array.from({ length: 3 }, () => 'the turns before it are kept elsewhere'))
  expect(last).toEqual(await read('plan', plan))
})

test('a range of turns that are kept elsewhere is empty, and not that of later ones', async () => {
  const turns: PastTurn[] = []
  for await (const turn of replayTurns(database, await read('plan', plan), { from: 2, to: 4 }))
    turns.push(turn)
  expect(turns).toEqual([])
})

test('where something is now is shown, though all of its turns are kept elsewhere', async () => {
  const { rows } = await database.pool.query(
    `select from journal_turn where kind = 'plan' and entity_id = $1 and revision < $2`,
    [plan, keptFromTurn],
  )
  expect(rows).toEqual([])
  const until = startOf(monthOf(clock.now()))
  const more = await takeOutMonths(database, until)
  const actor = await read('plan', early)
  expect(await readHistory(database, actor, { limit: 5, offset: 0 })).toMatchObject({
    status: 'Draft',
    entries: [],
    total: 1,
    keptFrom: { month: monthOf(clock.now()), seq: 2 },
  })
  expect(await readWalk(database, actor, 1)).toEqual({ at: 'Draft', states: ['Draft'], ways: [] })
  expect(await readWalk(database, actor, 2)).toBeNull()
  elsewhere.push(...more)
})

test('turns go on, and a message that is repeated within the months that are kept has its effect once', async () => {
  const message = renamePlan(plan, 'a last name')
  await engine.take(message, false)
  await engine.take(message, false)
  expect(await read('plan', plan)).toMatchObject({ revision: renamed + 2 })
})

test('months that are put back are shown as if they had never been away', async () => {
  await putBackMonths(database, elsewhere)
  const { history, journal, walk, month, gaps, last } = await readAll()
  expect(history.keptFrom).toBeNull()
  expect(month).toBeNull()
  expect(history.entries.map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(journal.map(({ revision, event }) => [revision, event.type])).toEqual([
    [2, 'plan.update'],
    [3, 'plan.update'],
    [4, 'plan.update'],
  ])
  expect(walk?.at).toBe('Draft')
  expect(gaps).toEqual(Array.from({ length: renamed + 2 }, () => null))
  expect(last).toEqual(await read('plan', plan))
  const ofDelivery = { kind: 'delivery', id: delivery, ...owner } as const
  const turns = await readJournal(database, ofDelivery, { after: 0, limit: 10 })
  expect(turns.map(({ revision }) => revision)).toEqual([1, 2, 3])
  await expectLaws(world.parts)
})
