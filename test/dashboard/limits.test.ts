/** A person, and an address without a session, may call the dashboard only so often. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { windowMs } from '../../src/http/routing/rate-limits.ts'
import { holdTime, passTime } from '../support/settle.ts'
import { type Dashboard, newMerchant, newOperator, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

const most = 10
let dashboard: Dashboard
let goOn: () => Promise<void>

beforeAll(async () => {
  dashboard = await startDashboard({
    ...defaultRateLimits,
    accountPerSecond: most,
    publicPerSecond: most,
  })
  goOn = await holdTime(dashboard)
})
afterAll(async () => {
  await goOn()
  await dashboard.stop()
})

/** The statuses of twice as many calls at once as are let through. */
async function flood(method: 'GET' | 'POST', url: string, headers: (n: number) => object) {
  const answers = await Promise.all(
    Array.from({ length: 2 * most }, (_, n) =>
      dashboard.server.inject({
        method,
        url: `/dashboard/api${url}`,
        headers: { ...headers(n) },
        ...(method === 'POST' && { payload: {} }),
      }),
    ),
  )
  return answers.map(({ statusCode }) => statusCode)
}

test('a person is limited by account, from wherever the calls come', async () => {
  const olga = await newOperator(dashboard, 'olga')
  const alice = await newMerchant(dashboard, 'alice')
  for (const [person, url] of [
    [alice, '/me'],
    [olga, '/operator/merchants'],
  ] as const) {
    const statuses = await flood('GET', url, (n) => ({
      cookie: person.cookie,
      'x-forwarded-for': `10.7.${n % 250}.1`,
    }))
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
  }
  await passTime(dashboard, windowMs)
  expect((await alice.call('GET', '/me')).status).toBe(200)
})

test('an address that shows no session is limited, and hits nobody else', async () => {
  const bob = await newMerchant(dashboard, 'bob')
  const headers = () => ({ cookie: 'mandate-session=none', 'x-forwarded-for': '10.8.8.8' })
  const flooding = flood('GET', '/me', headers)
  expect((await bob.call('GET', '/me')).status).toBe(200)
  const statuses = await flooding
  expect(statuses).toContain(401)
  expect(statuses).toContain(429)
})

test.each(['/logout', '/account-link'])('%s is limited by address', async (url) => {
  const address = { 'x-forwarded-for': `10.8.8.${url.length}` }
  const statuses = await flood('POST', url, () => address)
  expect(statuses).toContain(429)
})
