/** Every route of the dashboard's API, called by everybody whose it is not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { tryEach } from '../support/try-each.ts'
import { type Dashboard, newMerchant, newOperator, type Person, startDashboard } from './service.ts'
import { defaultRateLimits } from '../../src/http/http-settings.ts'

let dashboard: Dashboard
let merchant: Person
let operator: Person

beforeAll(async () => {
  // Every route is called within a second or two, by the same few people.
  const many = { publicPerSecond: 10_000, accountPerSecond: 10_000 }
  dashboard = await startDashboard({ ...defaultRateLimits, ...many })
  merchant = await newMerchant(dashboard, 'alice')
  operator = await newOperator(dashboard, 'olga')
})
afterAll(() => dashboard.stop())

type Called = (typeof dashboardRoutes)[number]
const nameOf = ({ operationId }: Called) => operationId
const routesFor = (...accesses: Called['access'][]) =>
  dashboardRoutes.filter(({ access }) => accesses.includes(access))

/** Calls a route without what it asks for, so that only who calls can be wrong. */
async function call({ method, path }: Called, headers: Record<string, string>): Promise<number> {
  const url = path.replace('{network}', 'test').replaceAll(/\{\w+\}/g, 'x')
  const { statusCode } = await dashboard.server.inject({ method, url, headers })
  return statusCode
}

describe('people who may not call a route of the dashboard are turned away', () => {
  test('without a session', () =>
    tryEach(routesFor('person', 'member', 'operator'), nameOf, async (route) => {
      expect(await call(route, {})).toBe(401)
    }))

  test("a merchant's people, where operators call", () =>
    tryEach(routesFor('operator'), nameOf, async (route) => {
      expect(await call(route, { cookie: merchant.cookie })).toBe(403)
    }))

  test('operators, where people of a merchant call', () =>
    tryEach(routesFor('member'), nameOf, async (route) => {
      expect(await call(route, { cookie: operator.cookie })).toBe(403)
    }))

  test('the pages of another site', () => {
    const changing = dashboardRoutes.filter(({ method }) => method !== 'GET')
    return tryEach(changing, nameOf, async (route) => {
      const cookie = route.access === 'operator' ? operator.cookie : merchant.cookie
      expect(await call(route, { cookie, origin: 'https://evil.example' })).toBe(403)
      const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
      expect(await call(route, form)).toBe(415)
    })
  })
})
