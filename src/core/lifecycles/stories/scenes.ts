/** The scenes of every kind; a state that several of them reach is shown by the shortest way. */
import type { ActorKind } from '../../../shared/stored-actor.ts'
import type { Scene } from './scene.ts'
import { chargeScenes } from './scenes/charge.ts'
import {
  customerScenes,
  gasWalletScenes,
  planScenes,
  verificationScenes,
} from './scenes/merchants.ts'
import { paymentScenes } from './scenes/payment.ts'
import {
  deliveryScenes,
  destinationScenes,
  permitScenes,
  transactionScenes,
} from './scenes/sending.ts'
import { subscriptionScenes } from './scenes/subscription.ts'

export const scenes: { [K in ActorKind]: Scene<K>[] } = {
  plan: planScenes,
  subscription: subscriptionScenes,
  charge: chargeScenes,
  payment: paymentScenes,
  transaction: transactionScenes,
  delivery: deliveryScenes,
  customer: customerScenes,
  destination: destinationScenes,
  verification: verificationScenes,
  gasWallet: gasWalletScenes,
  permit: permitScenes,
}
