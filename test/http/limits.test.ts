import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../dashboard/world.ts'
import { basic, send } from './client.ts'
import { type Merchant, newMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Merchant
const limits = { merchantPerSecond: 30, publicPerSecond: 10 }
const path = '/integration/subscription-plans'

beforeAll(async () => {
  world = await startWorld({ settings: { rateLimits: limits } })
  merchant = await newMerchant(world)
})
afterAll(() => world.stop())

/** Sends so many at once and counts the answers by status. */
async function flood(count: number, url: string, headers: Record<string, string> = {}) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => send(url, 'GET', { headers })),
  )
  const tooMany = answers.filter(({ status }) => status === 429)
  for (const { headers: answered, body } of tooMany) {
    expect(Number(answered.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ status: 429, code: 'TooManyRequests' })
  }
  return { let: count - tooMany.length, stopped: tooMany.length }
}

test('a key that asks too often is told to slow down, and let in again', async () => {
  const { stopped } = await flood(100, `${world.url}${path}`, basic(merchant))
  expect(stopped).toBeGreaterThan(0)
  await expect.poll(async () => (await merchant.get(path)).status).toBe(200)
})

test('one key does not slow another', async () => {
  const other = await newMerchant(world)
  const flooding = flood(100, `${world.url}${path}`, basic(merchant))
  expect((await other.get(path)).status).toBe(200)
  await flooding
})

test('an address that guesses is stopped, whatever key it names', async () => {
  const wrong = basic({ name: merchant.name, secret: 'guess' })
  expect((await flood(40, `${world.url}${path}`, wrong)).stopped).toBeGreaterThan(0)
})

test('public calls are limited by address', async () => {
  const url = `${world.url}/integration/subscriptions/${addressOf('12')}/status`
  expect((await flood(40, url)).stopped).toBeGreaterThan(0)
})
