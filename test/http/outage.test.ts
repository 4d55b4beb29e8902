import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../src/actors/worker.ts'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { roles } from '../../src/shared/nats-settings.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from './world.ts'
import { send } from './client.ts'

let world: World
let presence: Presence
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
  presence = await startPresence(world, { beatMs: 1_000 })
  await presence.announce(roles)
})
afterAll(async () => {
  await presence.stop()
  await world.stop()
})

test('a service that has everything is live and ready', async () => {
  await world.database.pool.query(
    `insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     select blockchain, 1, 1, '0x01', now(), now() from unnest($1::text[]) as chains(blockchain)`,
    [world.directory.chains.map(({ name }) => name)],
  )
  for (const path of ['/health', '/ready', '/ready?for=reads', '/ready?for=commands'])
    expect(await send(`${world.url}${path}`, 'GET')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
})

test('what somebody may ask readiness for is one of two', async () => {
  const { status, body } = await send(`${world.url}/ready?for=everything`, 'GET')
  expect(status).toBe(400)
  expect(body.message).toContain('reads or commands')
})

test('a service whose first start is not over yet is live and not ready', async () => {
  world.firstStart.isOver = false
  const { status, body } = await send(`${world.url}/ready`, 'GET')
  expect(status).toBe(503)
  expect(body).toMatchObject({ code: 'ServiceUnavailable', missing: ['demo'] })
  expect((await send(`${world.url}/health`, 'GET')).status).toBe(200)
  world.firstStart.isOver = true
})

test('without a worker a command is answered 503, and with the same key done once later (P11)', async () => {
  await world.worker.stop()
  const body = newSubscription(merchant.planId)
  const key = { 'idempotency-key': 'during the outage' }
  const answer = await merchant.post('/integration/subscriptions', body, key)
  expect(answer.status).toBe(503)
  expect(answer.body.code).toBe('ServiceUnavailable')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await merchant.get('/integration/subscriptions')).status).toBe(200)

  const worker = startWorker(world)
  const again = await merchant.post('/integration/subscriptions', body, key)
  expect(again.status).toBe(201)
  const { body: found } = await merchant.get('/integration/subscriptions')
  expect(found.subscriptions).toEqual([again.body])
  await worker.stop()
})
