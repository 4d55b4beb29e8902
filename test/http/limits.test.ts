import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { windowMs } from '../../src/http/routing/rate-limits.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { addressOf } from '../dashboard/world.ts'
import { holdTime, passTime } from '../support/settle.ts'
import { basic, send } from './client.ts'
import { type Merchant, newMerchant, startWorld, type World } from './world.ts'
import type { RateLimits } from '../../src/http/http-settings.ts'

let world: World
let merchant: Merchant
let goOn: () => Promise<void>
const limits: RateLimits = {
  merchantPerSecond: 30,
  customerPerSecond: 5,
  resendsPerSecond: 3,
  accountPerSecond: 10,
  publicPerSecond: 10,
  filesPerSecond: 20,
}
const path = '/integration/subscription-plans'

beforeAll(async () => {
  world = await startWorld({ settings: { rateLimits: limits } })
  merchant = await newMerchant(world)
  goOn = await holdTime(world)
})
afterAll(async () => {
  await goOn()
  await world.stop()
})
/** Each test begins in a window of its own, which ends when it says so. */
beforeEach(() => passTime(world, windowMs))

/** Sends so many at once and counts the answers by status. */
async function flood(
  count: number,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => send(url, method, { headers })),
  )
  const tooMany = answers.filter(({ status }) => status === 429)
  for (const { headers: answered, body } of tooMany) {
    expect(Number(answered.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ status: 429, code: 'TooManyRequests' })
  }
  return { let: count - tooMany.length, stopped: tooMany.length }
}

test('a key that asks too often is told to slow down, and let in again (S8-6)', async () => {
  const answered = await flood(100, `${world.url}${path}`, basic(merchant))
  expect(answered).toEqual({ let: limits.merchantPerSecond, stopped: 70 })
  await passTime(world, windowMs)
  expect((await merchant.get(path)).status).toBe(200)
})

test('one key does not slow another (P17)', async () => {
  const other = await newMerchant(world)
  const flooding = flood(100, `${world.url}${path}`, basic(merchant))
  expect((await other.get(path)).status).toBe(200)
  await flooding
})

test('an address that guesses is stopped, whatever key it names', async () => {
  const wrong = basic({ name: merchant.name, secret: 'guess' })
  expect((await flood(40, `${world.url}${path}`, wrong)).stopped).toBeGreaterThan(0)
})

test('public calls are limited by address (S8-6)', async () => {
  const url = `${world.url}/integration/subscriptions/${addressOf('12')}/status`
  expect((await flood(40, url)).stopped).toBeGreaterThan(0)
})

test('another key of the same merchant is no way around its limit', async () => {
  const more = await Promise.all([1, 2, 3].map(() => createApiKey(world, merchant.owner, 'more')))
  const floods = more.map((key) =>
    flood(limits.merchantPerSecond, `${world.url}${path}`, basic(key)),
  )
  const answered = await Promise.all(floods)
  const let_ = answered.reduce((sum, { let: count }) => sum + count, 0)
  expect(let_).toBe(limits.merchantPerSecond)
})

test('calls that send webhooks again are limited more narrowly', async () => {
  const busy = await newMerchant(world)
  const redeliver = '/integration/events/1BwRWHZcSwfzWg9yhKUfzB/redeliver'
  expect((await busy.post(redeliver)).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 20 }, () => busy.post(redeliver)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(429)
})

test('/health is never limited', async () => {
  expect((await flood(60, `${world.url}/health`)).stopped).toBe(0)
})

test.each(['/ready', '/openapi.json', '/docs', '/docs/guides', '/', '/checkout/assets/none.js'])(
  '%s is limited by address',
  async (open) => {
    const { stopped } = await flood(60, `${world.url}${open}`)
    expect(stopped).toBeGreaterThan(0)
    await passTime(world, windowMs)
    expect((await send(`${world.url}${open}`, 'GET')).status).not.toBe(429)
  },
)

const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
test.each([
  ['what no route has', 'GET', '/nothing', {}],
  ['a method that no route takes', 'DELETE', '/integration/payments', {}],
  ['a question for methods', 'OPTIONS', '/integration/payments', {}],
  ['a preflight', 'OPTIONS', '/integration/subscriptions/hint-update-state', preflight],
  ['an address that is too long', 'GET', `/?${'a'.repeat(20_000)}`, {}],
  ['a header that is too large', 'GET', '/health', { cookie: 'a'.repeat(8_190) }],
])('%s is counted by address like a file', async (_, method, target, headers) => {
  const answered = await flood(60, `${world.url}${target}`, headers, method)
  expect(answered.let).toBeLessThanOrEqual(limits.filesPerSecond)
  expect(answered.let).toBeGreaterThan(0)
})

test('a large request counts once for every 8 KiB of it', async () => {
  const large = { ...basic(merchant), 'x-large': 'a'.repeat(7_000), 'x-larger': 'a'.repeat(7_000) }
  const answered = await flood(40, `${world.url}${path}`, large)
  expect(answered.let).toBe(limits.merchantPerSecond / 2)
})
