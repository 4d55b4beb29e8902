/** Operators see the service itself: its processes, its tables by month, and what nobody expected. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { readRelease } from '../../src/operating/release.ts'
import { monthOf } from '../../src/store/partitions/months.ts'
import { makePartitions } from '../../src/store/partitions/partitions.ts'
import { notePresence } from '../../src/store/operators/processes.ts'
import { type Dashboard, newOperator, type Person, startDashboard } from './service.ts'

let dashboard: Dashboard
let operator: Person
let presence: Presence

beforeAll(async () => {
  dashboard = await startDashboard()
  operator = await newOperator(dashboard, 'otto')
  presence = await startPresence(dashboard, { beatMs: 500 })
})
afterAll(async () => {
  await presence.stop()
  await dashboard.stop()
})

const read = async (path: string) => (await operator.call('GET', `/operator/${path}`)).body

test('processes are listed with their roles and releases, also two of them at once', async () => {
  await presence.announce(['http', 'worker'])
  const other = { id: 'other', release: '0.0.9+older', host: 'elsewhere', pid: 4711 }
  const said = { roles: ['relays'] as const, clockAheadMs: 600_000, staysMs: 60_000 }
  await notePresence(dashboard.database.pool, other, said)
  const { processes, lacks } = await read('processes')
  expect(processes).toHaveLength(2)
  expect(processes).toContainEqual(
    expect.objectContaining({
      ...other,
      roles: ['relays'],
      clockAheadMs: 600_000,
      isPresent: true,
    }),
  )
  expect(processes).toContainEqual(
    expect.objectContaining({ release: await readRelease(), roles: ['http', 'worker'] }),
  )
  expect(lacks.join('\n')).toMatch(/No process with the role watcher is there/)
  expect((await read('stuck')).lacks).toEqual(lacks)
})

test('months of tables are listed, the newest first', async () => {
  const { pool } = dashboard.database
  const month = monthOf(new Date())
  await makePartitions(pool, [month, '2020-01'])
  const { months } = await read('tables-by-month')
  expect(months).toContainEqual({
    table: 'journal',
    month,
    rows: null,
    bytes: expect.any(Number),
  })
  expect(months.at(-1)).toMatchObject({ table: 'merchant_event', month: '2020-01' })
})

test('an unexpected message is listed until it is resolved, and one that is parked is tried again instead', async () => {
  const { pool } = dashboard.database
  const columns = 'message_id, kind, entity_id, merchant_id, network, event, state, reason, at'
  for (const id of ['seen', 'parked'])
    await pool.query(
      `insert into anomaly (${columns}) values ($1, 'charge', 'c-1', 'm-1', 'TestNet', '{"type":"chain.charged"}', 'Failed', 'unexpected', now())`,
      [id],
    )
  await pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause, at, available_at, attempts)
     values ('parked', 'actor', 'x', 'charge', 'c-1', 'm-1', 'TestNet', '', '{"type":"chain.charged"}', '{}', now(), '9999-12-31T00:00:00Z', 25)`,
  )
  const listed = async () => (await read('stuck')).anomalies
  expect(await listed()).toMatchObject([
    { messageId: 'seen', event: 'chain.charged', state: 'Failed', entityId: 'c-1' },
  ])
  const resolve = async (messageId: string) =>
    (await operator.call('POST', '/operator/stuck/resolve', { messageId })).status
  expect(await resolve('parked')).toBe(404)
  expect(await resolve('seen')).toBe(204)
  expect(await resolve('seen')).toBe(404)
  expect(await listed()).toEqual([])
  const { effects } = await read('stuck')
  expect(effects).toContainEqual(expect.objectContaining({ id: 'parked', isParked: true }))
})
