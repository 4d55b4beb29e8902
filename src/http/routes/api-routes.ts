/** Every route that merchants may call, and anybody's browser without credentials, in the order of the documentation. */
import type { Route } from '../routing/route.ts'
import { createSubscriptionRoute } from './create-subscription.routes.ts'
import { getLeavingProofRoute } from './proof.route.ts'
import { createCustomerTokenRoute, revokeCustomerTokensRoute } from './customer-tokens.routes.ts'
import { listAssetsRoute, listChainsRoute } from './assets.routes.ts'
import { getChargeRoute, listAllChargesRoute } from './charges.routes.ts'
import {
  getEndpointRoute,
  getEventRoute,
  listEventsRoute,
  redeliverRangeRoute,
  redeliverRoute,
} from './events.routes.ts'
import { getCustomerRoute, listCustomersRoute } from './customers.routes.ts'
import { listGasWalletsRoute } from './gas-wallets.routes.ts'
import {
  acceptPaymentRoute,
  cancelPaymentRoute,
  recordRefundRoute,
  sweepPaymentRoute,
} from './payment-commands.routes.ts'
import {
  createPaymentRoute,
  getPaymentRoute,
  listDepositsRoute,
  listPaymentsRoute,
} from './payments.routes.ts'
import { getPlanRoute, listPlansRoute } from './plans.routes.ts'
import { hintRoute, statusRoute } from './public.routes.ts'
import {
  activateRoute,
  cancelRoute,
  pauseRoute,
  switchRoute,
  uncancelRoute,
  unpauseRoute,
  withdrawRoute,
} from './subscription-commands.routes.ts'
import {
  getSubscriptionRoute,
  listChargesRoute,
  listSubscriptionsRoute,
} from './subscriptions.routes.ts'
import { advanceClockRoute, readClockRoute } from './test-clock.routes.ts'

export const apiRoutes: readonly Route[] = [
  createPaymentRoute,
  listPaymentsRoute,
  getPaymentRoute,
  listDepositsRoute,
  acceptPaymentRoute,
  recordRefundRoute,
  cancelPaymentRoute,
  sweepPaymentRoute,
  listPlansRoute,
  getPlanRoute,
  getCustomerRoute,
  listCustomersRoute,
  createSubscriptionRoute,
  listSubscriptionsRoute,
  createCustomerTokenRoute,
  revokeCustomerTokensRoute,
  getSubscriptionRoute,
  listChargesRoute,
  activateRoute,
  pauseRoute,
  unpauseRoute,
  cancelRoute,
  uncancelRoute,
  switchRoute,
  withdrawRoute,
  getLeavingProofRoute,
  listAllChargesRoute,
  getChargeRoute,
  listAssetsRoute,
  listChainsRoute,
  listGasWalletsRoute,
  listEventsRoute,
  getEventRoute,
  redeliverRoute,
  redeliverRangeRoute,
  getEndpointRoute,
  statusRoute,
  hintRoute,
  readClockRoute,
  advanceClockRoute,
]
