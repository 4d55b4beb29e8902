/** An export is made while it is read: it waits for its reader, and holds no more for many rows than for few. */
import { isDeepStrictEqual } from 'node:util'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestNats } from '../../test/support/nats.ts'
import { type OwnProcess, readWatched, startOwnProcess } from './own-process.ts'
import { createPayment } from '../../test/dashboard/payments.ts'
import {
  type Dashboard,
  newMerchant,
  type Person,
  startDashboard,
} from '../../test/dashboard/service.ts'

/** Much more than the buffers between a server and its reader hold: some 10 MB on Linux. */
const many = 10_000
const bytesOfRow = 6_000
/** One statement makes so many: each keeps the words of its text. */
const madeAtOnce = 1_000

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let nats: Awaited<ReturnType<typeof startTestNats>>
let server: OwnProcess

beforeAll(async () => {
  dashboard = await startDashboard()
  nats = await startTestNats()
  alice = await newMerchant(dashboard, 'alice')
  await createPayment(dashboard, { merchantId: alice.merchantId, network: 'TestNet' })
  for (let first = 1; first < many; first += madeAtOnce) await copyPayment(first)
  const { url: databaseUrl } = dashboard.database
  const { masterKey } = dashboard
  server = await startOwnProcess({ databaseUrl, natsUrl: nats.url, masterKey })
})
afterAll(async () => {
  await server.stop()
  await nats.stop()
  await dashboard.stop()
})

/** Makes payments of the one that there is, each with its number from `first` on. */
async function copyPayment(first: number): Promise<void> {
  await dashboard.database.pool.query(
    `insert into payment (id, merchant_id, network, status, phase, revision, machine_version, snapshot, created_at, updated_at)
     select lpad(n::text, 22, 'c'), merchant_id, network, status, phase, 1, machine_version,
       jsonb_set(snapshot, '{context}', snapshot->'context' || jsonb_build_object(
         'depositAddress', '0x' || lpad(to_hex(n), 40, '0'), 'description', repeat('long ', ${bytesOfRow / 5}))),
       created_at - n * interval '1 second', updated_at
     from generate_series($1::int, $2::int) n
     cross join (select * from payment where merchant_id = $3 order by created_at desc limit 1) one`,
    [first, Math.min(first + madeAtOnce, many) - 1, alice.merchantId],
  )
}

/** Asks for an export and reads nothing of it. */
async function open(path: string): Promise<ClientRequest> {
  const { cookie } = alice
  const asking = request(`${server.url}/dashboard/api${path}`, { headers: { cookie } })
  asking.on('error', () => undefined)
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.pause()
  return asking
}

/** The transaction of an export that waits for its reader; null where there is none. */
async function waitingExport(): Promise<unknown> {
  const { rows } = await dashboard.database.pool.query<{ pid: number }>(
    `select pid, query_start as "askedAt" from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  )
  return rows[0] ?? null
}

test('it is read no further than its reader reads, and ends when the reader goes', async () => {
  const connection = await open('/test/payments.csv')
  // Once what lies between the two is full, nothing more is asked of the database, and its moment is kept.
  let seen: unknown = null
  const waits = async () => {
    const before = seen
    seen = await waitingExport()
    return seen !== null && isDeepStrictEqual(before, seen)
  }
  await expect.poll(waits, { interval: 500 }).toBe(true)
  connection.destroy()
  await expect.poll(waitingExport).toBe(null)
})

test('ten times as many rows need no more memory', async () => {
  const { payments } = (await alice.call('GET', `/test/payments?limit=1&offset=${many / 10 - 1}`))
    .body
  const tenth = `/test/payments.csv?createdFrom=${payments[0].createdAt}`
  await readWatched(server, tenth, alice.cookie)
  const few = await readWatched(server, tenth, alice.cookie)
  const all = await readWatched(server, '/test/payments.csv', alice.cookie)
  expect(all.bytes).toBeGreaterThan(many * bytesOfRow)
  expect(all.bytes / few.bytes).toBeGreaterThan(9)
  const grownBy = all.most.heldBytes - few.most.heldBytes
  // A reader that gathers the rows holds all of them; a tenth is under way, or two where the reader is slow.
  expect(grownBy).toBeLessThan((many * bytesOfRow) / 2)
})
