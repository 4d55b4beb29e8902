/** All cases that are explored, and stored as fixtures. */
import type { Case } from '../../support/explore.ts'
import { chargeCases } from './charge.ts'
import { customerCases } from './customer.ts'
import { deliveryCases } from './delivery.ts'
import { destinationCases } from './destination.ts'
import { gasWalletCases } from './gas-wallet.ts'
import { paymentCases } from './payment.ts'
import { permitCases } from './permit.ts'
import { planCases } from './plan.ts'
import { subscriptionCases } from './subscription.ts'
import { transactionCases } from './transaction.ts'
import { verificationCases } from './verification.ts'

export const allCases: Case[] = [
  ...planCases,
  ...subscriptionCases,
  ...chargeCases,
  ...paymentCases,
  ...transactionCases,
  ...deliveryCases,
  ...customerCases,
  ...destinationCases,
  ...verificationCases,
  ...gasWalletCases,
  ...permitCases,
]
