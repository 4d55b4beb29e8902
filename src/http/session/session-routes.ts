/** Every route of the session API, which the pages of payers call, in the order of the documentation. */
import type { CustomerRoute } from '../routing/route.ts'
import { followSessionRoute } from './live.routes.ts'
import { getOfferedPlanRoute, listOfferedPlansRoute } from './plans.routes.ts'
import { readSessionRoute } from './session.routes.ts'
import { ownSubscriptionRoutes } from './subscriptions.routes.ts'

export const sessionRoutes: readonly CustomerRoute[] = [
  readSessionRoute,
  listOfferedPlansRoute,
  getOfferedPlanRoute,
  ...ownSubscriptionRoutes,
  followSessionRoute,
]
