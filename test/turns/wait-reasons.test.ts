/** Why a row of the outbox waits is known by name; the sentence beside it is for people alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { heldBackReasons, waitFor, waitReasons } from '../../src/store/wait-reasons.ts'
import { sourceFiles } from '../shape/source-files.ts'
import { emptyDatabaseUrl } from '../support/database.ts'

/** What earlier releases wrote, and what else they may have written. */
const waiting = {
  gathered: 'it waits for others',
  refused: 'it is refused',
  unclear: 'the contract is paused or cancelled, and its events are to be read',
  early: "it is not due by the chain's clock",
  unpaid: 'GasWalletEmpty',
  faulty: 'connect ECONNREFUSED 127.0.0.1:8545',
}

let database: Database
beforeAll(async () => {
  database = await connectDatabase(await emptyDatabaseUrl())
  await database.orm.migrator.up({ to: '0020-differing-previews' })
  await database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at, attempts, last_error)
     select id, 'chain', 'requestSweep', 'payment', 'p1', 'm1', 'TestNet', 'l1', '{}', '{}', now(),
       now(), 1, last_error
     from json_each_text($1) as stored(id, last_error)`,
    [JSON.stringify({ ...waiting, fresh: null })],
  )
  await database.orm.migrator.up()
})
afterAll(() => database.close())

test('a row that waited before migration 0021 is understood by its sentence', async () => {
  const { rows } = await database.pool.query<{ id: string; waits_for: string | null }>(
    'select id, waits_for from outbox order by id',
  )
  expect(Object.fromEntries(rows.map(({ id, waits_for }) => [id, waits_for]))).toEqual({
    gathered: 'Others',
    refused: 'Token',
    unclear: 'UnreadEvents',
    early: 'ChainClock',
    unpaid: 'GasWalletEmpty',
    faulty: null,
    fresh: null,
  })
})

test('a row keeps the sentence that it said', async () => {
  const { rows } = await database.pool.query<{ id: string; last_error: string }>(
    'select id, last_error from outbox where last_error is not null',
  )
  expect(Object.fromEntries(rows.map(({ id, last_error }) => [id, last_error]))).toEqual(waiting)
})

test('every reason has a text for people, and some wait for others than us', () => {
  expect(waitReasons.filter((reason) => waitFor(reason).text === '')).toEqual([])
  expect(heldBackReasons).toContain('Others')
  expect(heldBackReasons).not.toContain('FullLane')
})

test('no query of the service compares the sentence', () => {
  const comparison = /\b(?:where|and|or|on|not)\s+(?:coalesce\()?(?:\w+\.)?last_error\b/
  const comparing = sourceFiles(['src'], ['.ts']).filter(({ text }) => comparison.test(text))
  expect(comparing.map(({ path }) => path)).toEqual([])
})
