/**
 * Neither the reservation of a payment's key nor its answer waits for the disk. Postgres is killed at the moments at which
 * it loses them, and nothing that was promised is lost with them. Decision 0097.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/message.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { reserveAnswer } from '../../src/store/idempotency.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { createPayment } from '../../test/turns/messages.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { newPayment, newReadyMerchant, startWorld, type World } from '../../test/http/world.ts'

const recoveryMs = 15_000
const testTimeoutMs = 60_000
/** Any other commit may take one that does not wait to the disk with it; so often none is near. */
const triesMax = 5
const requestsInACrash = 64
const path = '/integration/payments'

let postgres: EmbeddedServer
let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  postgres = await startPostgres({ dataDirectory: newDirectory('postgres') })
  const database = await connectDatabase(postgres.url)
  await migrateDatabase(database)
  // Without this a commit that does not wait for the disk would be on it within half a second.
  await database.pool.query(`alter system set wal_writer_delay = '10s'`)
  await database.pool.query('select pg_reload_conf()')
  world = await startWorld({ database })
  merchant = await newReadyMerchant(world)
})
afterAll(async () => {
  await world.stop()
  await postgres.stop()
})

/** Kills Postgres; its supervisor starts it again, and it recovers from its log. */
async function killPostgres(): Promise<void> {
  const { pid } = postgres
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postgres.pid, { timeout: recoveryMs }).not.toBe(pid)
  const look = () =>
    world.database.pool.query('select 1').then(
      ({ rowCount }) => rowCount,
      () => 0,
    )
  await expect.poll(look, { timeout: recoveryMs }).toBe(1)
}

/** Does something with keys, one after another, each followed by a crash, until Postgres has lost what `isLost` asks for. */
async function untilLost<Done>(
  act: (key: string) => Promise<Done>,
  isLost: (key: string) => Promise<boolean>,
): Promise<{ key: string; done: Done }> {
  for (let nr = 0; nr < triesMax; nr++) {
    const key = newId(new Date())
    const done = await act(key)
    await killPostgres()
    if (await isLost(key)) return { key, done }
  }
  throw new Error(`Postgres kept everything, ${triesMax} times`)
}

async function countOf(table: 'payment' | 'idempotency', condition: string, value: string) {
  const text = `select count(*)::int as count from ${table} where ${condition} = $1`
  return (await world.database.pool.query<{ count: number }>(text, [value])).rows[0]!.count
}

const create = (key: string, body: unknown) => merchant.post(path, body, { 'idempotency-key': key })

test(
  'a command whose reservation was lost is not taken, and the next try makes the one payment (P2)',
  async () => {
    const { owner } = merchant
    const body = newPayment({ metadata: 'reserved' })
    const reserve = async (key: string) => {
      const seed = { id: newId(world.clock.now()), at: world.clock.now() }
      const request = { ...owner, key, fingerprint: 'of an earlier try', isRetold: true }
      await reserveAnswer(world.database, request, seed, world.clock.realNow())
      return seed.id
    }
    const isLost = async (key: string) => (await countOf('idempotency', 'key', key)) === 0
    const { key, done: seedId } = await untilLost(reserve, isLost)

    // The command had left before the crash; Postgres is back when a worker comes to it.
    const sent = createPayment(seedId)
    const event = { ...sent.event, input: { ...(sent.event['input'] as object), ...owner } }
    const late: Message = {
      ...sent,
      ...owner,
      event,
      id: `http/${seedId}/payment.create/${seedId}`,
    }
    const ask = (message: Message) => world.bus.request(message, recoveryMs)
    expect(await ask({ ...late, reserved: { key, seedId } })).toMatchObject({ outcome: 'failed' })
    expect(await countOf('payment', 'id', seedId)).toBe(0)

    const [first, second] = [await create(key, body), await create(key, body)]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(await ask({ ...late, reserved: { key, seedId } })).toMatchObject({ outcome: 'failed' })
    expect(await countOf('payment', 'merchant_id', owner.merchantId)).toBe(1)
  },
  testTimeoutMs,
)

test(
  'an answer that was given and lost is given again to the letter, whatever has happened since (P2)',
  async () => {
    const body = newPayment({ metadata: { order: 4711 }, description: 'A book' })
    const isLost = async (key: string) =>
      (await countOf('idempotency', 'response_status is null and key', key)) === 1
    const { key, done: first } = await untilLost((key) => create(key, body), isLost)
    const { id } = first.body.payment
    expect(first.status).toBe(201)
    expect((await merchant.post(`${path}/${id}/cancel`, {})).body.payment.status).not.toBe(
      'Created',
    )
    await setAssetActive(world, merchant.owner, 'tUSDC', false)

    const [second, third] = [await create(key, body), await create(key, body)]
    expect([second.status, JSON.stringify(second.body)]).toEqual([201, JSON.stringify(first.body)])
    expect([third.status, third.body]).toEqual([201, first.body])
    expect((await create(key, { ...body, description: 'Two books' })).status).toBe(409)
    await setAssetActive(world, merchant.owner, 'tUSDC', true)
  },
  testTimeoutMs,
)

test(
  'of 64 requests in a crash each makes one payment, and an answer from before it stays the answer (P2)',
  async () => {
    const requests = Array.from({ length: requestsInACrash }, () => {
      const key = newId(new Date())
      return { key, body: newPayment({ metadata: key }) }
    })
    const asking = requests.map(({ key, body }) => create(key, body).catch(() => null))
    await Promise.any(asking)
    await killPostgres()
    const before = await Promise.all(asking)
    for (const [nr, { key, body }] of requests.entries()) {
      const again = () => create(key, body)
      await expect.poll(async () => (await again()).status, { timeout: recoveryMs }).toBe(201)
      const given = before[nr]
      if (given?.status === 201) expect((await again()).body).toEqual(given.body)
      expect(await countOf('payment', `snapshot->'context'->>'metadata'`, `"${key}"`)).toBe(1)
    }
  },
  testTimeoutMs,
)
