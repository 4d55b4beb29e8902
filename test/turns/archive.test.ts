/** Months that are over go into files and leave the database; histories read them as before. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { replayTurns, type Turn } from '../../src/explaining/turns.ts'
import { archiveOnce } from '../../src/relays/archive.relay.ts'
import { Clock } from '../../src/shared/clock.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { Archive } from '../../src/store/archive/archive.ts'
import type { Database } from '../../src/store/database.ts'
import { monthAfter, monthOf } from '../../src/store/partitions/months.ts'
import { listPartitions } from '../../src/store/partitions/partitions.ts'
import { loadActors } from '../../src/store/turn-store.ts'
import { readHistory } from '../../src/store/views/entities/history.ts'
import { readJournal, readWalk } from '../../src/store/views/entities/journal.ts'
import { readSpans } from '../../src/store/views/entities/spans.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import {
  anId,
  createDelivery,
  createPlan,
  failDelivery,
  owner,
  renamePlan,
  told,
} from './messages.ts'
import { createWorld, type World } from './world.ts'

/** To the middle of the n-th month from now: steps of 31 days leave a month out at the end of some. */
function offsetOfMonth(n: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 15) - now.getTime()
}

const hotDays = 45
const renamed = 6

let world: World
let database: Database
let clock: Clock
let directory: string
const plan = anId()
const delivery = anId()

const read = async (kind: 'plan' | 'delivery', id: string) =>
  (await loadActors(database, [{ kind, id }])).moved.values().next().value as StoredActor
const namesOf = async (table: string) =>
  (await listPartitions(database.pool))
    .filter((one) => one.table.name === table)
    .map(({ name }) => name)
const archive = () => archiveOnce({ database, clock, hotDays })

/** All that is shown of the plan's turns. */
async function readAll() {
  const actor = await read('plan', plan)
  const replayed: Turn[] = []
  for await (const turn of replayTurns(database, actor)) replayed.push(turn)
  return {
    history: await readHistory(database, actor, { limit: 100, offset: 0 }),
    page: await readHistory(database, actor, { limit: 2, offset: renamed - 2 }),
    journal: await readJournal(database, actor, { after: 1, limit: 3 }),
    walk: await readWalk(database, actor, 2),
    spans: await readSpans(database, owner, [actor]),
    gaps: replayed.map(({ gap }) => gap),
    last: replayed.at(-1)?.after,
  }
}

beforeAll(async () => {
  world = await createWorld()
  clock = world.parts.clock
  directory = newDirectory('archive')
  database = { ...world.parts.database, archive: new Archive(directory) }
  const engine = new TurnEngine(world.parts)
  await engine.take(createPlan(plan), false)
  await engine.take(createDelivery(delivery), false)
  await engine.take(failDelivery(delivery), false)
  for (let n = 1; n <= renamed; n++) {
    clock.setTestOffset(offsetOfMonth(n))
    await engine.take(renamePlan(plan, `name ${n}`), false)
  }
})
afterAll(() => world.close())

test('a write makes the partition of its month, and the round the one of the next month', async () => {
  const months = await namesOf('journal')
  expect(months.length).toBeGreaterThanOrEqual(renamed)
  expect(await archiveOnce({ database: { ...database, archive: null }, clock, hotDays })).toEqual(
    [],
  )
  const next = monthAfter(monthOf(clock.now())).replace('-', '_')
  expect(await namesOf('journal')).toContain(`journal_${next}`)
  expect(await namesOf('journal')).toEqual(expect.arrayContaining(months))
})

test('a month is kept while one of its deliveries is on its way', async () => {
  expect(await archive()).toEqual([])
  const engine = new TurnEngine(world.parts)
  const removed = { type: 'delivery.targetRemoved', reason: 'EndpointRemoved' }
  await engine.take(told('delivery', delivery, removed), false)
  expect((await archive()).map(({ partition }) => partition)).toContain(
    `delivery_${monthOf(new Date()).replace('-', '_')}`,
  )
})

test('after a month is archived its partition is gone, and everything is shown as before', async () => {
  const all = await database.pool.query('select count(*)::int as turns from journal')
  expect(all.rows[0].turns).toBeLessThan(renamed)
  const { history, page, journal, walk, spans, gaps, last } = await readAll()
  expect(history.total).toBe(renamed + 1)
  expect(history.entries.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(page.entries.map(({ seq }) => seq)).toEqual([3, 2])
  expect(journal.map(({ revision, event }) => [revision, event.type])).toEqual([
    [2, 'plan.update'],
    [3, 'plan.update'],
    [4, 'plan.update'],
  ])
  expect(walk?.at).toBe('Draft')
  expect(spans.get(`plan/${plan}`)?.[0]?.status).toBe('Draft')
  expect(gaps).toEqual(Array.from({ length: renamed + 1 }, () => null))
  expect(last).toEqual(await read('plan', plan))
})

test('the tries of a delivery, which are parts of one row, are turns in the archive, too', async () => {
  const { rows } = await database.pool.query(
    `select file from archived_month where table_name = 'journal' order by file limit 1`,
  )
  const file = await readFile(join(directory, rows[0].file))
  const lines = gunzipSync(file)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ kind }) => kind)).toContain('delivery')
  const actor = { kind: 'delivery', id: delivery, ...owner } as const
  const turns = await readJournal(database, actor, { after: 0, limit: 10 })
  expect(turns.map(({ revision }) => revision)).toEqual([1, 2, 3])
})

test('what a process cannot read of the archive it says, and shows nothing as if it were all', async () => {
  const plain = { ...database, archive: null }
  const actor = await read('plan', plan)
  await expect(readHistory(plain, actor, { limit: 5, offset: 0 })).rejects.toThrow(
    /ARCHIVE_DIRECTORY/,
  )
})

test('a file that was changed is noticed', async () => {
  const { rows } = await database.pool.query(
    `select file, rows, sha256 from archived_month where table_name = 'journal' order by file limit 1`,
  )
  const { file, ...written } = rows[0]
  await expect(database.archive!.check(file, written)).resolves.toBeUndefined()
  const path = join(directory, file)
  const bytes = await readFile(path)
  await writeFile(path, bytes.with(bytes.length - 5, bytes.at(-5)! ^ 1))
  await expect(database.archive!.check(file, written)).rejects.toThrow(
    /incorrect data check|SHA-256/,
  )
  await writeFile(path, bytes)
})

/** Another month is over just when a file is read. */
class Interrupted extends Archive {
  reads = 0
  meanwhile: string[] = []

  override async read(...asked: Parameters<Archive['read']>): Promise<unknown[]> {
    if (this.reads++ === 0) {
      clock.setTestOffset(offsetOfMonth(renamed + 1))
      this.meanwhile = (await archive()).map(({ file }) => file)
    }
    return super.read(...asked)
  }
}

test('a month that is archived while turns are read is read in its file', async () => {
  const interrupted = new Interrupted(directory)
  const actor = { kind: 'plan', id: plan, ...owner } as const
  const turns = await readJournal({ ...database, archive: interrupted }, actor, {
    after: 0,
    limit: 100,
  })
  expect(turns.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(interrupted.meanwhile).toContainEqual(expect.stringContaining('journal'))
})

test('what comes into a month that is gone makes it anew, and is archived as its second part', async () => {
  const engine = new TurnEngine(world.parts)
  const late = anId()
  await engine.take(createDelivery(late), false)
  await engine.take(
    told('delivery', late, { type: 'delivery.targetRemoved', reason: 'EndpointRemoved' }),
    false,
  )
  await archive()
  const { rows } = await database.pool.query(
    `select part, rows from archived_month where table_name = 'delivery' order by part`,
  )
  expect(rows).toEqual([
    { part: 1, rows: 1 },
    { part: 2, rows: 1 },
  ])
})
