/**
 * What lists and sums is read from a standby of DATABASE_READ_URL: with the tables of the business locked on the primary, where
 * whoever reads them fails, every list and sum of the dashboard answers. Generated from the routes.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PostgresPair, startPostgresPair } from '../../scripts/fleet/postgres-pair.ts'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { defaultListeners, defaultRateLimits } from '../../src/http/dependencies.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { listSubscriptionsToFail } from '../../src/store/views/to-fail.ts'
import { createOneOfEverything } from '../dashboard/one-of-everything.ts'
import { type Dashboard, newOperator, type Person, startDashboard } from '../dashboard/service.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const tables = `subscription, charge, payment, plan, customer, delivery, merchant_event, request_log, anomaly, audit_entry,
  mail, stray_deposit, chain_log`
/** Longer than the test: once the standby stands still, nothing would show that it is young. */
const readLagMaxMs = 300_000
const startMs = 60_000

/**
 * Always the newest, from the primary: what is of one thing, as small as what a merchant sets up, or acted on by operators
 * at once. A stream is not waited for.
 */
const leftOut = new RegExp(
  [
    '/\\{(?!network)',
    '/(?:live|home|members|assets|receivers?|accounts|checklist|setup|verifications?|clock)$',
    '/(?:webhook-endpoint|api-keys|gas-limits|return-hosts|withdrawal-period|frame-origins|chains)$',
    '/\\{network\\}/gas-wallets$',
    '/operator/(?:merchants|processes|stuck|tables-by-month)$',
  ].join('|'),
)
const paths = (access: 'member' | 'operator') =>
  dashboardRoutes
    .filter((route) => route.method === 'GET' && route.access === access)
    .filter(({ path }) => !leftOut.test(path))
    .map(({ path }) => path.replace('{network}', 'test').replace('/dashboard/api', ''))
    .map((path) => (path.endsWith('/search') ? `${path}?q=seen` : path))

let pair: PostgresPair
let dashboard: Dashboard
let alice: Person
let operator: Person
let owner: { merchantId: string; network: 'TestNet' }
let locking: pg.Client

beforeAll(async () => {
  pair = await startPostgresPair({ directory: newDirectory('pair'), synchronous: false })
  const readUrl = pair.urlOf(pair.standby)
  const database = await connectDatabase(pair.url, { readUrl, readLagMaxMs })
  await migrateDatabase(database)
  const limits = { ...defaultRateLimits, accountPerSecond: 10_000 }
  dashboard = await startDashboard(limits, defaultListeners, { ...database, url: pair.url })
  const made = await createOneOfEverything(dashboard)
  alice = made.alice
  owner = { merchantId: made.owner.merchantId, network: 'TestNet' }
  operator = await newOperator(dashboard, 'olive')
  const isStandby = async () => {
    const asked = 'select pg_is_in_recovery() as "isStandby"'
    return (await database.forLists.query<{ isStandby: boolean }>(asked)).rows[0]!.isStandby
  }
  await vi.waitUntil(isStandby, startMs)
  // Or it would take the locks, too.
  await pair.ask(pair.standby, 'select pg_wal_replay_pause()')
  locking = new pg.Client(pair.urlOf(pair.primary))
  await locking.connect()
  await locking.query(`begin; lock table ${tables} in access exclusive mode`)
}, startMs)
afterAll(async () => {
  await locking.end()
  await dashboard.stop()
  await pair.stop()
})

test.each(paths('member'))('%s is read from the standby', async (path) => {
  expect((await alice.call('GET', path)).status).toBe(200)
})

test.each(paths('operator'))('%s is read from the standby, for operators', async (path) => {
  expect((await operator.call('GET', path)).status).toBe(200)
})

test('so are the subscriptions that a mail says are to fail', async () => {
  expect(await listSubscriptionsToFail(dashboard, owner)).toMatchObject({ hasMore: false })
})
