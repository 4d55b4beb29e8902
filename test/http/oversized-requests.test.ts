/** Requests that are well-formed and far larger than anything that is asked for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newReadyMerchant, startWorld, type World } from './world.ts'

let world: World
let merchant: Awaited<ReturnType<typeof newReadyMerchant>>
const path = '/integration/subscriptions'

beforeAll(async () => {
  world = await startWorld()
  merchant = await newReadyMerchant(world)
})
afterAll(() => world.stop())

describe('an address with far too much in it', () => {
  const dashboardCalls = ['/account-link', '/login', '/logout'].map(
    (call) => `/dashboard/api${call}`,
  )

  test('is answered 400 where it has more than 100 parameters', async () => {
    for (const query of ['limit=1&'.repeat(101), 'a&'.repeat(8_000), '&'.repeat(101)]) {
      const { status, body } = await merchant.get(`${path}?${query}`)
      expect(status).toBe(400)
      expect(body.fields).toEqual([{ path: 'query', message: 'has more than 100 parameters' }])
    }
  })

  test('has each of 100 parameters refused by name', async () => {
    const query = Array.from({ length: 100 }, (_, n) => `key${n}=`).join('&')
    const { status, body } = await merchant.get(`${path}?${query}`)
    expect(status).toBe(400)
    expect(new Set(body.fields.map((fault: { path: string }) => fault.path)).size).toBe(100)
  })

  test('is answered 414 above 16 KiB, whatever is asked and whoever asks', async () => {
    const query = `?${'a&'.repeat(60_000)}`
    for (const target of [path, '/nothing', '/health', '/dashboard/api/me'])
      expect((await merchant.get(`${target}${query}`)).status).toBe(414)
    for (const target of [path, ...dashboardCalls]) {
      const { status, body } = await merchant.post(`${target}${query}`)
      expect(status).toBe(414)
      expect(body).toMatchObject({ status: 414, code: 'UriTooLong' })
    }
  })

  test('keeps nobody waiting, asked a hundred times at once', async () => {
    const long = `?${'a&'.repeat(60_000)}`
    const short = `?${'a&'.repeat(8_000)}`
    const hostile = Array.from({ length: 50 }, () => [
      merchant.post(`/dashboard/api/account-link${long}`),
      merchant.get(`${path}${short}`),
    ]).flat()
    const health = await merchant.get('/health')
    expect(health.status).toBe(200)
    const statuses = new Set((await Promise.all(hostile)).map(({ status }) => status))
    expect(statuses).toEqual(new Set([400, 414]))
  })
})

test('a hundred of thousands of wrong fields are named', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 0]))
  const { status, body } = await merchant.post(path, wrong)
  expect(status).toBe(400)
  expect(body.fields).toHaveLength(100)
})
