/** Table and files are read as of one moment, by one statement where no file is needed. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { archiveOnce } from '../../src/relays/archive.relay.ts'
import type { Clock } from '../../src/shared/clock.ts'
import { Archive } from '../../src/store/archive/archive.ts'
import type { Database } from '../../src/store/database.ts'
import { readJournal } from '../../src/store/views/entities/journal.ts'
import { findPlace } from '../../src/store/views/event-places.ts'
import { listEvents } from '../../src/store/views/events.ts'
import { newDirectory } from '../support/temporary-directory.ts'
import { anId, createPlan, owner, renamePlan } from './messages.ts'
import { createWorld, type World } from './world.ts'

const monthMs = 31 * 24 * 60 * 60 * 1000
const hotDays = 45

let world: World
let database: Database
let clock: Clock
let engine: TurnEngine
const plan = anId()

beforeAll(async () => {
  world = await createWorld()
  clock = world.parts.clock
  database = { ...world.parts.database, archive: new Archive(newDirectory('archive')) }
  engine = new TurnEngine(world.parts)
  await engine.take(createPlan(plan), false)
  clock.setTestOffset(monthMs)
  await engine.take(renamePlan(plan, 'another name'), false)
  clock.setTestOffset(3 * monthMs)
})
afterAll(() => world.close())

const turnsOf = async (id: string, of = database) => {
  const actor = { kind: 'plan', id, ...owner } as const
  const turns = await readJournal(of, actor, { after: 0, limit: 100 })
  return turns.map(({ revision }) => revision)
}

const commitLock = 4711
const patienceMs = 5_000

test('a reader that waits for a partition that is just dropped reads its turns in the file', async () => {
  const { pool } = database
  await pool.query(`create function wait_before_commit() returns trigger language plpgsql as $$ begin
    perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(${commitLock}); return null; end $$`)
  await pool.query(`create constraint trigger wait_before_commit after insert on archived_month
    deferrable initially deferred for each row execute function wait_before_commit()`)
  const holding = await pool.connect()
  await holding.query('select pg_advisory_lock($1)', [commitLock])
  const waiting = (lock: string) =>
    vi.waitUntil(async () => {
      const { rowCount } = await pool.query(`select from pg_locks where not granted and ${lock}
        and database = (select oid from pg_database where datname = current_database())`)
      return rowCount! > 0
    }, patienceMs)
  try {
    const archiving = archiveOnce({ database, clock, hotDays })
    await waiting(`locktype = 'advisory'`)
    const reading = turnsOf(plan)
    await waiting(`relation = 'journal'::regclass`)
    await holding.query('select pg_advisory_unlock($1)', [commitLock])
    expect(await reading).toEqual([1, 2])
    const archived = await archiving
    expect(archived.map(({ file }) => file)).toContainEqual(expect.stringContaining('journal'))
  } finally {
    holding.release(true)
    await pool.query('drop trigger wait_before_commit on archived_month')
  }
})

/** The same database, with its statements counted. */
function counted() {
  const asked: unknown[] = []
  const query = (...statement: Parameters<Database['pool']['query']>) => {
    asked.push(statement[0])
    return database.pool.query(...statement)
  }
  return { asked, database: { ...database, pool: { query } as Database['pool'] } }
}

test('what is young costs one statement, though others were archived', async () => {
  const young = anId()
  await engine.take(createPlan(young), false)
  const { asked, database: asking } = counted()
  // The first that finds files asks again.
  await turnsOf(young, asking)
  asked.length = 0
  expect(await turnsOf(young, asking)).toEqual([1])
  expect(await listEvents(asking, owner, { after: 0, limit: 10 })).toEqual({ events: [], next: 0 })
  expect(await findPlace(asking, owner, { eventId: anId() })).toBeNull()
  expect(asked).toHaveLength(3)
})
