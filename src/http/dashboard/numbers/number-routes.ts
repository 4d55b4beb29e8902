/** The routes of the figures: what is to come, what there was, and whether it adds up. */
import type { Route } from '../../routing/route.ts'
import { listForecastChargesRoute, readForecastRoute } from './forecast.routes.ts'

export const numberRoutes: readonly Route[] = [readForecastRoute, listForecastChargesRoute]
