/**
 * Everything that the dashboard can change by its address, tried by another merchant and on the other network: generated
 * from the routes. A route that needs fields fails until `fields` has them; what only reads is in `isolated-reads.test.ts`.
 */
import { beforeAll, afterAll, expect, test } from 'vitest'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'
import { newId } from '../../src/shared/ids.ts'
import { tryEach } from '../support/try-each.ts'
import { addressOf, createOneOfEverything } from './one-of-everything.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'

/** What the body of a call must hold to be heard at all, by its address. */
const fields: Record<string, object> = {
  'PATCH /plans/{id}': { amount: '2' },
  'PUT /plans/{id}/public-page': { isPublic: true },
  'PATCH /api-keys/{name}': { label: 'mine' },
  'POST /payments/{id}/refunds': { amount: { value: '1', currency: 'tUSDC' } },
  'POST /members/{id}/role': { role: 'Reader' },
}

/** Chains and assets are everybody's. */
const isOfOneMerchant = (path: string) => /\{/.test(path) && !/^\/(?:assets|receiver)\//.test(path)
/** They belong to the merchant, on whichever network one looks. */
const isOfMerchant = (path: string) => path.startsWith('/members/')

const calls = dashboardRoutes
  .filter(({ method, access }) => method !== 'GET' && access === 'member')
  .map(({ method, path, body }) => ({
    method,
    path: path.replace('/dashboard/api/{network}', ''),
    hasBody: body !== undefined,
  }))
  .filter(({ path }) => isOfOneMerchant(path))

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person
let ids: Record<string, string>

beforeAll(async () => {
  dashboard = await startDashboard({ ...defaultRateLimits, accountPerSecond: 10_000 })
  ;({ alice, ids } = await createOneOfEverything(dashboard))
  bob = await newMerchant(dashboard, 'bob')
})
afterAll(() => dashboard.stop())

test('each change is there for its owner alone, on its own network (P18)', () =>
  tryEach(
    calls,
    ({ method, path }) => `${method} ${path}`,
    async ({ method, path, hasBody }) => {
      const address = addressOf(ids, path)
      const body = fields[`${method} ${path}`] ?? (hasBody ? {} : undefined)
      const ofBob = await bob.call(method, `/test${address}`, body)
      expect(ofBob).toMatchObject({ status: 404 })
      if (isOfMerchant(path)) return
      const ofOtherNetwork = await alice.call(method, `/main${address}`, body)
      expect(ofOtherNetwork).toMatchObject({ status: 404 })
    },
  ))

test("the answer for somebody else's object is that for one that does not exist", async () => {
  const unknown = newId(dashboard.clock.now())
  const ofAlice = ids['plans']!
  const [theirs, nobodys] = await Promise.all([
    bob.call('GET', `/test/plans/${ofAlice}`),
    bob.call('GET', `/test/plans/${unknown}`),
  ])
  expect(theirs.status).toBe(nobodys.status)
  const textOf = ({ body }: typeof theirs) => JSON.stringify({ ...body, requestId: '' })
  expect(textOf(theirs).replace(ofAlice, unknown)).toBe(textOf(nobodys))
})
