/** The routes of the figures: what is to come, what there was, and whether it adds up. */
import type { Route } from '../../routing/route.ts'
import { listForecastChargesRoute, readForecastRoute } from './forecast.routes.ts'
import { readHomeRoute } from './home.routes.ts'
import { readMetricsRoute } from './metrics.routes.ts'
import { readCustomerCardRoute, readPayerRoute } from './payers.routes.ts'
import { listDifferencesRoute, readReconciliationRoute } from './reconciliation.routes.ts'

export const numberRoutes: readonly Route[] = [
  readHomeRoute,
  readForecastRoute,
  listForecastChargesRoute,
  readMetricsRoute,
  readReconciliationRoute,
  listDifferencesRoute,
  readPayerRoute,
  readCustomerCardRoute,
]
