/** Two workers on one actor: each turn follows the one before it, whichever worker took that. */
import { setImmediate as nextTick } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { acceptedCommandsOf } from '../../src/core/turn/commands.ts'
import { LiveActors } from '../../src/actors/live-actors.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { BatchBuilder } from '../../src/core/turn/batch.ts'
import { takeTurn } from '../../src/core/turn/turn.ts'
import { restoreAudibly as restore } from '../../src/core/story/asked-guards.ts'
import { follow } from '../../src/core/story/replay.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import type { StoredActor } from '../../src/shared/stored-actor.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { commitTurns, dropConsumed } from '../../src/store/engine/turn-store.ts'
import { readActors, readJournal } from '../../test/support/laws.ts'
import { recordStatements } from '../../test/support/statements.ts'
import {
  anId,
  command,
  createDelivery,
  createPlan,
  failDelivery,
  renamePlan,
} from '../../test/turns/messages.ts'
import { openGate } from './postgres-gate.ts'
import type { Parts } from '../../test/turns/parts.ts'
import { startWorkerProcess } from './worker-process.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const timeoutMs = 10_000
let world: World
let rooms: Parts[]

beforeAll(async () => {
  world = await createWorld()
  rooms = [world.parts, await world.openParts()]
})
afterEach(() => expectLaws(world.parts))
afterAll(() => world.close())

/** Opens an engine in each set of parts: two workers that share nothing but the database. */
function openEngines(): Take[] {
  return rooms.map((parts) => {
    const engine = new TurnEngine(parts)
    return async (message) => JSON.parse(await engine.take(message, true)) as Reply
  })
}

const say = (id: string, type: string) => command('plan', id, { type })

test('hundreds of commands to one actor, half to each worker, are taken one after another (P9)', async () => {
  const engines = openEngines()
  const id = anId()
  await engines[0]!(createPlan(id))
  const replies = await Promise.all(
    manyCommands(id, 400).map(async (message, index) => {
      for (let tick = 0; tick < index / 8; tick++) await nextTick()
      return engines[index % 2]!(message)
    }),
  )
  await expectTruth(id, replies)
})

test('commands to one actor from two processes are taken one after another', async () => {
  const processes = [1, 2].map(() => startWorkerProcess(world.addresses))
  for (const one of await Promise.all(processes)) world.until(one)
  const id = anId()
  await world.parts.bus.request(createPlan(id), timeoutMs)
  const replies = await Promise.all(
    // Each process sends an envelope a tick, so the processes get their turns in many pieces.
    manyCommands(id, 300).map(async (message, index) => {
      for (let tick = 0; tick < index / 4; tick++) await nextTick()
      return rooms[index % 2]!.bus.request(message, timeoutMs)
    }),
  )
  await expectTruth(id, replies)
})

test('beside others, what a failover has forgotten is held no longer', async () => {
  const { database, clock } = world.parts
  const key = { kind: 'plan', id: anId() } as const
  const [take] = openEngines()
  await take!(createPlan(key.id))
  const actors = new LiveActors(database)
  const isHeld = () => actors.get(`plan/${key.id}`) !== undefined
  await actors.fetch([key], clock.now())
  actors.noticeOthers()
  await actors.fetch([key], clock.now())
  expect(isHeld()).toBe(true)
  for (const [table, column] of [
    ['plan', 'id'],
    ['journal', 'entity_id'],
    ['timer', 'entity_id'],
  ])
    await database.pool.query(`delete from ${table} where ${column} = $1`, [key.id])
  await actors.fetch([key], clock.now())
  expect(isHeld()).toBe(false)
})

test('workers that move the same actors in batches do not lock each other out', async () => {
  const { pool } = world.parts.database
  const engines = openEngines()
  const ids = Array.from({ length: 200 }, anId)
  await Promise.all(ids.map((id) => engines[0]!(createPlan(id))))
  const before = await countDeadlocks()
  const orders = [ids, ids.toReversed()]
  const replies = await Promise.all(
    [1, 2, 3].flatMap((round) =>
      engines.flatMap((take, index) =>
        orders[index]!.map((id) => take(renamePlan(id, `${round} of ${index}`))),
      ),
    ),
  )
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  expect(await countDeadlocks()).toBe(before)

  async function countDeadlocks(): Promise<number> {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    return rows[0]!.deadlocks
  }
})

test('a worker refuses no command on an outdated read of the actor', async () => {
  const [one, other] = openEngines() as [Take, Take]
  const id = anId()
  await one(createPlan(id))
  await other(say(id, 'plan.activate'))
  await other(say(id, 'plan.archive'))
  // The first worker still holds the plan as a draft, which cannot be restored.
  expect(await one(say(id, 'plan.restore'))).toMatchObject({ outcome: 'applied' })
})

test('beside another worker the next batch is decided on what that one has left', async () => {
  const parts = await world.openParts()
  const statements: string[] = []
  recordStatements(parts.database, (name) => statements.push(name))
  const other = openEngines()[0]!
  const engine = new TurnEngine(parts)
  const ids = Array.from({ length: 20 }, anId)
  const moveAll = (take: Take, name: string) =>
    Promise.all(ids.map((id) => take(renamePlan(id, name))))
  const moveHere = (name: string) =>
    moveAll(async (message) => JSON.parse(await engine.take(message, true)) as Reply, name)
  await Promise.all(ids.map((id) => other(createPlan(id))))
  await moveHere('read')
  await moveAll(other, 'moved by the other')
  await moveHere('lost, and read again')
  await moveAll(other, 'moved by the other once more')
  statements.length = 0
  const replies = await moveHere('read first')

  expect(replies.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'applied'))
  expect(statements.filter((name) => name.startsWith('turns-'))).toHaveLength(1)
})

test('an actor that is let go of while it is asked after is there all the same', async () => {
  const id = anId()
  await openEngines()[0]!(createPlan(id))
  const held = new LiveActors(world.parts.database)
  const key = { kind: 'plan', id } as const
  await held.fetch([key], new Date())
  const live = held.get(`plan/${id}`)!
  held.noticeOthers()
  const asked = held.fetch([key], new Date())
  for (let index = 0; index < 10_000; index++)
    held.hold({ ...live, actor: { ...live.actor, id: `other-${index}` } })

  expect([...(await asked)]).toEqual([`plan/${id}`])
  expect(held.get(`plan/${id}`)).toBe(live)
})

test('as many faults of actors that cannot be restored are held as there may be messages under way, and no more', async () => {
  const { database } = world.parts
  const ids = Array.from({ length: 2_001 }, anId)
  const [first, ...others] = ids as [string, ...string[]]
  const take = openEngines()[0]!
  await Promise.all(ids.map((id) => take(createPlan(id))))
  const store = (version: number) =>
    database.pool.query('update plan set machine_version = $1 where id = any($2)', [version, ids])
  await store(99)
  const held = new LiveActors(database)
  const fetch = (some: string[]) =>
    held.fetch(
      some.map((id) => ({ kind: 'plan', id })),
      new Date(),
    )
  await fetch([first])
  expect(() => held.get(`plan/${first}`)).toThrow('machine')
  await fetch(others)
  for (const id of others) expect(() => held.get(`plan/${id}`)).toThrow('machine')
  expect(held.get(`plan/${first}`)).toBeUndefined()
  await fetch([first])
  expect(() => held.get(`plan/${first}`)).toThrow('machine')
  await store(1)
})

test('a worker refuses no command because of a turn of its own that was not committed', async () => {
  const gate = world.until(await openGate(world.addresses.databaseUrl))
  const gated = new TurnEngine(await world.openParts({ databaseUrl: gate.url }))
  const other = openEngines()[0]!
  const id = anId()
  await other(createPlan(id))
  const held = gate.hold('request')
  // Both in one batch: if the first could be taken, the second would have to be refused.
  const asked = ['plan.activate', 'plan.restore'].map((type) => gated.take(say(id, type), true))
  await held.arrived
  await other(say(id, 'plan.activate'))
  await other(say(id, 'plan.archive'))
  held.release()

  const replies = (await Promise.all(asked)).map((reply) => JSON.parse(reply) as Reply)
  expect(replies.map(({ outcome }) => outcome)).toEqual(['refused', 'applied'])
})

test('a turn that was decided on an old revision writes nothing, and the other turns of its batch do (P9)', async () => {
  const { database } = world.parts
  const take = openEngines()[0]!
  const [overtaken, neighbour] = [anId(), anId()]
  await take(createDelivery(overtaken))
  const old = (await readActors(database)).find(({ id }) => id === overtaken)!
  await take(failDelivery(overtaken))
  const late = { ...failDelivery(overtaken), isFromOutbox: true } as const
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [late]))
  const before = await readEverything(overtaken)

  const batch = new BatchBuilder()
  for (const turn of [
    takeTurn(live(old), late, new Date()),
    takeTurn(null, createDelivery(neighbour), new Date()),
  ])
    if (turn.outcome === 'moved') batch.add(turn.turn)
  const written = await commitTurns(database, batch.toBatch())

  expect([...written]).toEqual([`delivery/${neighbour}`])
  expect(await readEverything(overtaken)).toEqual(before)
  await dropConsumed(database, [late])
})

const live = (actor: StoredActor) => ({ actor, snapshot: restore(actor) })

/** Reads all rows that a turn of a delivery may write. */
async function readEverything(id: string): Promise<unknown[]> {
  const { pool } = world.parts.database
  const tables = {
    delivery: 'id = $1',
    journal: 'entity_id = $1',
    timer: 'entity_id = $1',
    outbox: 'entity_id = $1',
  }
  const found = Object.entries(tables).map(([table, where]) =>
    pool.query(`select to_jsonb(t) as row from ${table} t where ${where} order by to_jsonb(t)`, [
      id,
    ]),
  )
  return (await Promise.all(found)).map(({ rows }) => rows)
}

type Take = (message: Message) => Promise<Reply>

/** Makes every command of a plan, many times over, in an order that repeats only after a while. */
function manyCommands(id: string, count: number): Message[] {
  return Array.from({ length: count }, (_, index) => {
    const types = ['plan.update', 'plan.activate', 'plan.archive', 'plan.restore'] as const
    const type = types[(index * 7 + Math.floor(index / 5)) % types.length]!
    return type === 'plan.update' ? renamePlan(id, `${index}`) : say(id, type)
  })
}

/** Expects that every reply shows the actor as it was at the revision that it names. */
async function expectTruth(id: string, replies: Reply[]): Promise<void> {
  const journal = await readJournal(world.parts.database, id)
  const accepted: string[][] = []
  let actor: StoredActor | null = null
  for (const entry of journal) {
    actor = follow(actor, entry).actor
    accepted[entry.revision] = acceptedCommandsOf('plan', restore(actor))
  }
  const revisions: number[] = []
  for (const reply of replies) {
    if (reply.outcome === 'applied') revisions.push(reply.actor.revision)
    else if (reply.outcome === 'refused')
      expect(accepted[reply.actor.revision]).not.toContain(reply.event.split('.')[1])
    else expect(reply.outcome).toBe('ignored')
  }
  // The creation is the first turn; every other one answers one command.
  expect(revisions.toSorted((a, b) => a - b)).toEqual(
    journal.slice(1).map(({ revision }) => revision),
  )
}
