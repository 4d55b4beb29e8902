/** What the API says of a subscription whose funds are on a real chain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { findApiKey } from '../../src/store/merchants/api-keys.ts'
import { type FlowWorld, startWorld } from '../flow/world.ts'
import { basicClient, send } from './client.ts'

let world: FlowWorld
let url: string
beforeAll(async () => {
  world = await startWorld()
  url = world.merchant.dev.baseUrl
  await world.payer.earn(1_000)
})
afterAll(() => world?.stop())

const statusOf = (contract: string) =>
  send(`${url}/integration/subscriptions/${contract}/status`, 'GET')
const activate = (contract: string) =>
  world.merchant.call('POST', `/integration/subscriptions/${contract}/activate`)

test('the public status shows the allowance that the chain has now', async () => {
  // Later than today: else the first charge would have taken its part of it.
  const startFrom = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { contractAddress } = await world.merchant.subscribe(world.payer.address, { startFrom })
  expect((await statusOf(contractAddress)).body).toEqual({ status: 'Draft', allowance: '0 ltUSDC' })
  await world.payer.approve(contractAddress, 24)
  expect((await statusOf(contractAddress)).body.allowance).toBe('24 ltUSDC')
})

test('an activation is answered when the funds have been checked, and again without harm', async () => {
  const startFrom = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { contractAddress } = await world.merchant.subscribe(world.payer.address, { startFrom })
  await world.payer.approve(contractAddress, 24)
  const answers = await Promise.all(Array.from({ length: 5 }, () => activate(contractAddress)))
  for (const { status, body } of [...answers, await activate(contractAddress)]) {
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'Pending',
      phase: 'AwaitingStart',
      allowance: '24 ltUSDC',
      reason: null,
    })
  }
})

test('the test clock obeys keys of the test network only', async () => {
  const { service } = world.service
  const demo = await findApiKey(service, world.merchant.dev.merchant.apiKey)
  const onMainNet = { merchantId: demo!.merchantId, network: 'MainNet' as const }
  const main = basicClient(url, await createApiKey(service, onMainNet, 'main'))
  const refused = await main.post('/testing/clock/advance', { seconds: 60 })
  expect([refused.status, refused.body.code]).toEqual([403, 'Forbidden'])
  expect((await main.get('/testing/clock')).status).toBe(403)
})

test.each([0, -1, 1.5, '60', null, 1e12])('the test clock is not moved by %j', async (seconds) => {
  const { status } = await world.merchant.call('POST', '/testing/clock/advance', { seconds })
  expect(status).toBe(400)
})

test('the test clock tells the time and moves it', async () => {
  const before = await world.merchant.get<{ now: string }>('/testing/clock')
  const moved = await world.merchant.post<{ now: string }>('/testing/clock/advance', {
    seconds: 3_600,
  })
  expect(Date.parse(moved.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000)
})
