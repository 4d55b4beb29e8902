/** The routes of the figures: what is to come, what there was, and whether it adds up. */
import type { Route } from '../../routing/route.ts'
import { listForecastChargesRoute, readForecastRoute } from './forecast.routes.ts'
import { readMetricsRoute } from './metrics.routes.ts'

export const numberRoutes: readonly Route[] = [
  readForecastRoute,
  listForecastChargesRoute,
  readMetricsRoute,
]
