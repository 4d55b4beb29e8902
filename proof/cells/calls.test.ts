/** A call that nobody known makes is about one cell. */
import { expect, test } from 'vitest'
import { payerRoutes } from '../../src/http/checkout/payment-view.routes.ts'
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts'
import { healthRoutes } from '../../src/http/health.routes.ts'
import { apiRoutes } from '../../src/http/routes/api-routes.ts'
import { sessionRoutes } from '../../src/http/session/session-routes.ts'

/** The calls that name nothing of a cell, and what they are about; any other without a caller has to say its cell. */
const known: Record<string, string> = {
  hintUpdateState: 'every cell',
  readReadiness: 'every cell',
  readHealth: 'the process',
  logOut: 'the session of the cookie',
  offerPasskeyLogin: 'the first cell, which keeps the challenges of people whom nobody knows yet',
}

test('a call without a caller says which cell it is about, or is known to be about none more than others', () => {
  const routes = [apiRoutes, sessionRoutes, dashboardRoutes, healthRoutes, payerRoutes].flat()
  const silent = routes.filter(
    ({ access, cellOf }) => (access === 'public' || access === 'visitor') && !cellOf,
  )
  const names = silent.map(({ operationId }) => operationId)
  expect(names.toSorted()).toEqual(Object.keys(known).toSorted())
})
