/** The paths on a running service of all that is no subscription, charge or customer. */
import type { Path } from '../path.ts'
import { deliveryScripts } from './others/deliveries/scripts.ts'
import { merchantScripts } from './others/merchants/scripts.ts'
import { plannedPaymentPaths } from './others/payments/paths.ts'
import { toPaths } from './others/script.ts'
import { deepChainScripts, deepSeries } from './others/sending/deep-chain-scripts.ts'
import { permitScripts } from './others/sending/permit-scripts.ts'
import { transactionScripts } from './others/sending/transaction-scripts.ts'

export const plannedPaths = (): Path[] => [
  ...plannedPaymentPaths(),
  ...toPaths(deliveryScripts),
  ...toPaths(merchantScripts()),
  ...toPaths(permitScripts),
  ...toPaths(transactionScripts),
  ...toPaths(deepChainScripts, deepSeries),
]
