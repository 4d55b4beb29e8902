/** Every route of the session API, which the pages of payers call, in the order of the documentation. */
import type { CustomerRoute } from '../routing/route.ts'
import { handInPermitRoute } from './permit.route.ts'
import { getOwnLeavingProofRoute } from './proof.route.ts'
import { getOfferedPlanRoute, listOfferedPlansRoute } from './plans.routes.ts'
import { createOwnSubscriptionRoute, switchOwnRoute } from './create-own.routes.ts'
import {
  activateOwnRoute,
  cancelOwnRoute,
  giveFeedbackRoute,
  pauseOwnRoute,
  uncancelOwnRoute,
  unpauseOwnRoute,
  withdrawOwnRoute,
} from './own-commands.routes.ts'
import { followSessionRoute } from './live.routes.ts'
import { readSessionRoute } from './session.routes.ts'
import {
  getOwnSubscriptionRoute,
  listOwnChargesRoute,
  listOwnSubscriptionsRoute,
} from './subscriptions.routes.ts'

export const sessionRoutes: readonly CustomerRoute[] = [
  readSessionRoute,
  listOfferedPlansRoute,
  getOfferedPlanRoute,
  createOwnSubscriptionRoute,
  listOwnSubscriptionsRoute,
  getOwnSubscriptionRoute,
  listOwnChargesRoute,
  activateOwnRoute,
  handInPermitRoute,
  getOwnLeavingProofRoute,
  pauseOwnRoute,
  unpauseOwnRoute,
  cancelOwnRoute,
  giveFeedbackRoute,
  uncancelOwnRoute,
  withdrawOwnRoute,
  switchOwnRoute,
  followSessionRoute,
]
