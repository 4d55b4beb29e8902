/** A database that was set back gives no number of an event log a second time, and merchants hear of it. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startEventRelay } from '../../src/relays/event.relay.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { beginEpoch } from '../../src/store/event-log/epochs.ts'
import { monthAfter, monthOf, startOf } from '../../src/store/partitions/months.ts'
import { makePartitions } from '../../src/store/partitions/partitions.ts'
import { listEvents, readLogKeptFrom } from '../../src/store/views/events.ts'
import { databaseUrl } from '../support/database-url.ts'
import { passTime, settle } from '../support/settle.ts'
import { putBackMonths, takeOutMonths } from '../support/months-elsewhere.ts'
import { createWorld, enqueueInManyLanes, type Merchant, newMerchant, type World } from './world.ts'

/** Events of before the backup, and of between it and the loss of the database. */
const [kept, lost] = [3, 2]

let world: World
let merchant: Merchant
const opened: Database[] = []
beforeAll(async () => {
  world = await createWorld()
  merchant = await newMerchant(world, { url: 'http://127.0.0.1:9/' })
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await world.close()
})

const read = async (database: Database, after: number) => {
  const { events, next } = await listEvents(database, merchant, { after, limit: 100 })
  const told = events.map(({ logNumber, body }) => ({ ...JSON.parse(body), logNumber }))
  return { numbers: told.map(({ logNumber }) => logNumber), told, next }
}

/** Runs a relay until it has logged so many more events. */
async function tell(database: Database, count: number, more = count): Promise<void> {
  const { next } = await read(database, 0)
  const parts = { ...world, database: { ...database, url: '' } }
  await enqueueInManyLanes(parts, merchant, count)
  const relay = startEventRelay(parts)
  await settle(parts)
  expect((await read(database, next)).numbers).toHaveLength(more)
  await relay.stop()
}

/** Copies a database, to which nobody may be connected, and connects to the copy. */
async function restore(source: string, name: string): Promise<Database> {
  const url = inject('postgresUrl')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name} template ${source} strategy wal_log`)
  await client.query(`alter database ${name} set search_path = public, moved, pg_catalog`)
  await client.end()
  const database = await connectDatabase(databaseUrl(url, name))
  opened.push(database)
  return database
}

test('after a restore a log goes on behind every number that was given out before, and says so first (P24)', async () => {
  const name = new URL(world.database.url).pathname.slice(1)
  await world.database.close()
  const first = await restore(name, `${name}_0`)
  await tell(first, kept)
  expect((await read(first, 0)).numbers).toEqual([1, 2, 3])
  await first.close()
  opened.pop()
  const backup = await restore(`${name}_0`, `${name}_backup`)
  await backup.close()
  opened.pop()

  const lived = await restore(`${name}_0`, `${name}_1`)
  await tell(lived, lost, lost + 1)
  const before = await read(lived, 0)
  const seen = before.next

  const again = await restore(`${name}_backup`, `${name}_2`)
  // The two restores of one backup are a second apart.
  await passTime({ database: again }, 1_000)
  await tell(again, lost, lost + 1)
  const after = await read(again, seen)
  expect(after.numbers).toHaveLength(lost + 1)
  expect(after.told[0]).toMatchObject({
    eventType: 'EventLogRestored',
    sequence: 1,
    eventLog: { epoch: 1, lastLogNumber: kept },
  })

  // Nothing more is skipped while nothing more happens; and a second word of the operator skips again.
  await tell(again, 1)
  const { next } = await read(again, 0)
  expect(next).toBe(after.next + 1)
  expect(await beginEpoch(again, { now: world.clock.now() })).toBeNull()
  expect(await beginEpoch(again, { now: world.clock.now(), isRestored: true })).toEqual({
    number: 2,
    logs: 1,
  })
  await tell(again, 1, 2)
  expect((await read(again, next)).numbers[0]).toBeGreaterThan(next + 1_000_000)

  // Numbers that were skipped are not missing, those of months that left are.
  const all = await read(again, 0)
  expect(await readLogKeptFrom(again, merchant, 0)).toBeNull()
  const month = monthOf(new Date())
  await makePartitions(again.pool, [month, monthAfter(month)])
  const elsewhere = await takeOutMonths(again, startOf(monthAfter(month)))
  expect((await read(again, 0)).numbers).toEqual([])
  expect(await readLogKeptFrom(again, merchant, 0)).toBe(monthAfter(month))
  expect(await readLogKeptFrom(again, merchant, all.next - 1)).toBe(monthAfter(month))
  expect(await readLogKeptFrom(again, merchant, all.next)).toBeNull()
  await putBackMonths(again, elsewhere)
  expect((await read(again, seen)).numbers).toEqual(all.numbers.filter((number) => number > seen))
})
