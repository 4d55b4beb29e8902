/** The database and the bus of a service are lost: what it answers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { roles } from '../../src/shared/nats-settings.ts'
import { newId } from '../../src/shared/ids.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { until } from '../../test/chain/until.ts'
import { newReadyMerchant, newSubscription, startWorld, type World } from '../../test/http/world.ts'
import { send } from '../../test/http/client.ts'

let world: World
let presence: Presence
let postgres: Awaited<ReturnType<typeof startPostgres>>
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>

beforeAll(async () => {
  postgres = await startPostgres({ ephemeral: true })
  const database = await connectDatabase(postgres.url)
  await migrateDatabase(database)
  world = await startWorld({ database, nats: await startTestNats() })
  merchant = await newReadyMerchant(world)
  await world.database.pool.query(
    `insert into chain_cursor (blockchain, revision, block_number, block_hash, block_time, seen_at)
     select blockchain, 1, 1, '0x01', now(), now() from unnest($1::text[]) as chains(blockchain)`,
    [world.directory.chains.map(({ name }) => name)],
  )
  presence = await startPresence(world, { beatMs: 1_000 })
  await presence.announce(roles)
})
afterAll(async () => {
  await presence.stop()
  await world.stop()
  await postgres.stop()
})

/** An answer counts for a second. */
const untilNotReady = () =>
  until('it is not ready', async () => {
    const answer = await send(`${world.url}/ready`, 'GET')
    return answer.status === 503 && answer
  })

test('without the bus the service is live and not ready (P11)', async () => {
  await world.nats.stop()
  const { body } = await untilNotReady()
  expect(body).toMatchObject({ code: 'ServiceUnavailable', missing: ['bus'] })
  expect(body.advice).toEqual([expect.stringMatching(/^NATS does not answer within/)])
  expect((await send(`${world.url}/health`, 'GET')).status).toBe(200)
  const answer = await merchant.post('/integration/subscriptions', newSubscription(merchant.planId))
  expect(answer.status).toBe(503)
})

test('without its database every answer is a 503, and the server lives (P10)', async () => {
  await postgres.stop()
  await until('the database is missed', async () =>
    (await untilNotReady()).body.missing.includes('database'),
  )
  const { status, headers, body } = await merchant.get('/integration/subscriptions')
  expect([status, body.code]).toEqual([503, 'ServiceUnavailable'])
  expect(headers.get('retry-after')).not.toBeNull()
  expect((await send(`${world.url}/health`, 'GET')).status).toBe(200)

  const page = await send(`${world.url}/checkout/${newId(new Date())}`, 'GET')
  expect(page.status).toBe(503)
  expect(page.body).toContain('<a class="quiet" href="">Try again</a>')
  expect(page.body).not.toContain('http-equiv="refresh"')
})
