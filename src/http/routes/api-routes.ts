/** Every route that merchants may call, and anybody's browser without credentials, in the order of the documentation. */
import type { Route } from '../routing/route.ts'
import { listAssetsRoute, listChainsRoute } from './assets.routes.ts'
import { chargeRoutes } from './charges.routes.ts'
import { createSubscriptionRoute } from './create-subscription.routes.ts'
import { createCustomerTokenRoute, revokeCustomerTokensRoute } from './customer-tokens.routes.ts'
import { customerRoutes } from './customers.routes.ts'
import { eventRoutes } from './events.routes.ts'
import { listGasWalletsRoute } from './gas-wallets.routes.ts'
import { paymentRoutes } from './payments.routes.ts'
import { planRoutes } from './plans.routes.ts'
import { hintRoute, statusRoute } from './public.routes.ts'
import { listSubscriptionsRoute, subscriptionRoutes } from './subscriptions.routes.ts'
import { advanceClockRoute, readClockRoute } from './test-clock.routes.ts'

export const apiRoutes: readonly Route[] = [
  ...paymentRoutes,
  ...planRoutes,
  ...customerRoutes,
  createSubscriptionRoute,
  listSubscriptionsRoute,
  createCustomerTokenRoute,
  revokeCustomerTokensRoute,
  ...subscriptionRoutes,
  ...chargeRoutes,
  listAssetsRoute,
  listChainsRoute,
  listGasWalletsRoute,
  ...eventRoutes,
  statusRoute,
  hintRoute,
  readClockRoute,
  advanceClockRoute,
]
