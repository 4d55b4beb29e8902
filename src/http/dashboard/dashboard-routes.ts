/**
 * The dashboard's API, in the order of its documentation: JSON over a session cookie, for the
 * dashboard's own pages and for scripts. A merchant's people see their merchant, one network at a
 * time; operators see what keeps the service running. Nothing here decides anything: commands go to
 * actors.
 */
import type { Route } from '../routing/route.ts'
import { listAnomaliesRoute } from './business/anomalies.routes.ts'
import { listChargesRoute, listCustomersRoute } from './business/charges.routes.ts'
import { deliveryRoutes } from './business/deliveries.routes.ts'
import { eventRoutes } from './business/events.routes.ts'
import { paymentRoutes } from './business/payments.routes.ts'
import { planRoutes } from './business/plans.routes.ts'
import { subscriptionRoutes } from './business/subscriptions.routes.ts'
import { listRequestsRoute, readRequestRoute } from './business/requests.routes.ts'
import { createCustomerLinkRoute } from './business/customer-links.routes.ts'
import { readPublicPageRoute, setPublicPageRoute } from './business/public-page.routes.ts'
import { createPayerLinkRoute } from './business/payer-link.routes.ts'
import { searchRoute } from './business/search.routes.ts'
import { exportRoutes } from './lists/export.routes.ts'
import { totalsRoutes } from './lists/totals.routes.ts'
import { entityRoutes } from './entities/entity-routes.ts'
import { numberRoutes } from './numbers/number-routes.ts'
import { followMerchantRoute } from './live/live.routes.ts'
import { moveClockRoute, readClockRoute } from './developers/clock.routes.ts'
import { listChainsRoute, listWatchedChainsRoute } from './operator/chains.routes.ts'
import {
  countMachinesRoute,
  listForgedMessagesRoute,
  listWatchedGasWalletsRoute,
} from './operator/health.routes.ts'
import { listMailsRoute, resendMailRoute } from './operator/mails.routes.ts'
import { readMerchantRoute } from './operator/merchant.routes.ts'
import { listMerchantsRoute, registerMerchantRoute } from './operator/merchants.routes.ts'
import { callOffReceiverOfMerchantRoute } from './operator/receivers.routes.ts'
import { serviceRoutes } from './operator/service.routes.ts'
import { stuckCommandRoutes } from './operator/stuck-commands.routes.ts'
import { listStuckRoute } from './operator/stuck.routes.ts'
import { verdictRoutes } from './operator/verdicts.routes.ts'
import { accountCommandRoutes } from './people/account-commands.routes.ts'
import { accountRoutes } from './people/accounts.routes.ts'
import {
  exportAllAuditRoute,
  exportAuditRoute,
  listAllAuditRoute,
  listAuditRoute,
} from './people/audit.routes.ts'
import { loginRoute, logoutRoute, readIdentityRoute } from './people/login.routes.ts'
import { readMailChoicesRoute, setMailChoicesRoute } from './people/mail-choices.routes.ts'
import { memberSessionRoutes } from './people/member-sessions.routes.ts'
import { memberRoutes } from './people/members.routes.ts'
import {
  addPasskeyRoute,
  logInByPasskeyRoute,
  offerPasskeyLoginRoute,
  offerPasskeyRoute,
  removePasskeyRoute,
} from './people/passkeys.routes.ts'
import { passwordRoutes } from './people/password.routes.ts'
import { offerProofRoute, proveRoute } from './people/proof.routes.ts'
import { secondFactorRoutes } from './people/second-factor.routes.ts'
import { ownSessionRoutes } from './people/sessions.routes.ts'
import { apiKeyRoutes } from './setup/api-keys.routes.ts'
import { assetRoutes } from './setup/assets.routes.ts'
import { readChecklistRoute } from './setup/checklist.routes.ts'
import { listGasLimitsRoute, setGasLimitsRoute } from './setup/gas-limits.routes.ts'
import { listGasWalletsRoute } from './setup/gas-wallets.routes.ts'
import { receiverRoutes } from './setup/receivers.routes.ts'
import { listFrameOriginsRoute, setFrameOriginsRoute } from './setup/frame-origins.routes.ts'
import { giveTestMoneyRoute } from './setup/test-money.routes.ts'
import { readPayerPagesRoute } from './setup/payer-pages.routes.ts'
import { listReturnHostsRoute, setReturnHostsRoute } from './setup/return-hosts.routes.ts'
import { profileRoutes } from './setup/profile.routes.ts'
import {
  readWithdrawalPeriodRoute,
  setWithdrawalPeriodRoute,
} from './setup/withdrawal-period.routes.ts'
import { readVerificationRoute, submitVerificationRoute } from './setup/verification.routes.ts'
import { endpointRoutes } from './setup/webhook-endpoint.routes.ts'

export const dashboardRoutes: readonly Route[] = [
  loginRoute,
  offerPasskeyLoginRoute,
  logInByPasskeyRoute,
  logoutRoute,
  readIdentityRoute,
  ...passwordRoutes,
  ...ownSessionRoutes,
  readMailChoicesRoute,
  setMailChoicesRoute,
  offerProofRoute,
  proveRoute,
  ...secondFactorRoutes,
  offerPasskeyRoute,
  addPasskeyRoute,
  removePasskeyRoute,
  ...memberRoutes,
  ...memberSessionRoutes,
  listAuditRoute,
  exportAuditRoute,
  searchRoute,
  ...numberRoutes,
  followMerchantRoute,
  ...paymentRoutes,
  ...planRoutes,
  readPublicPageRoute,
  setPublicPageRoute,
  createCustomerLinkRoute,
  ...subscriptionRoutes,
  createPayerLinkRoute,
  listChargesRoute,
  listCustomersRoute,
  listRequestsRoute,
  readRequestRoute,
  ...totalsRoutes,
  ...exportRoutes,
  listAnomaliesRoute,
  ...entityRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...deliveryRoutes,
  readClockRoute,
  moveClockRoute,
  readChecklistRoute,
  ...assetRoutes,
  ...receiverRoutes,
  ...apiKeyRoutes,
  listGasWalletsRoute,
  giveTestMoneyRoute,
  listGasLimitsRoute,
  setGasLimitsRoute,
  readPayerPagesRoute,
  ...profileRoutes,
  listReturnHostsRoute,
  setReturnHostsRoute,
  readWithdrawalPeriodRoute,
  setWithdrawalPeriodRoute,
  listFrameOriginsRoute,
  setFrameOriginsRoute,
  readVerificationRoute,
  submitVerificationRoute,
  listWatchedChainsRoute,
  listChainsRoute,
  listMerchantsRoute,
  readMerchantRoute,
  registerMerchantRoute,
  callOffReceiverOfMerchantRoute,
  ...verdictRoutes,
  ...accountRoutes,
  ...accountCommandRoutes,
  listAllAuditRoute,
  exportAllAuditRoute,
  countMachinesRoute,
  listWatchedGasWalletsRoute,
  listForgedMessagesRoute,
  listStuckRoute,
  ...serviceRoutes,
  ...stuckCommandRoutes,
  listMailsRoute,
  resendMailRoute,
]
