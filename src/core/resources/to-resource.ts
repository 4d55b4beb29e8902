/**
 * Public resources of actors. A merchant event carries the resource as it is after its turn, so the
 * turn builds it here; kinds that are internal have no resource.
 */
import type { StoredActor } from '../../shared/stored-actor.ts'
import { type ChargeResource, toChargeResource } from './charge.ts'
import { type CustomerResource, toCustomerResource } from './customer.ts'
import { type GasWalletResource, toGasWalletResource } from './gas-wallet.ts'
import { type PaymentResource, toPaymentResource } from './payment.ts'
import { type PlanResource, toPlanResource } from './plan.ts'
import { type SubscriptionResource, toSubscriptionResource } from './subscription.ts'

export type Resource =
  | PlanResource
  | SubscriptionResource
  | ChargeResource
  | PaymentResource
  | CustomerResource
  | GasWalletResource

/** Builds the public resource of an actor, or null where its kind has none. */
export function toResource(actor: StoredActor): Resource | null {
  switch (actor.kind) {
    case 'plan':
      return toPlanResource(actor)
    case 'subscription':
      return toSubscriptionResource(actor, new Date(actor.snapshot.context.now))
    case 'charge':
      return toChargeResource(actor)
    case 'payment':
      return toPaymentResource(actor)
    case 'customer':
      return toCustomerResource(actor)
    case 'gasWallet':
      return toGasWalletResource(actor)
    case 'transaction':
    case 'delivery':
    case 'destination':
    case 'verification':
    case 'permit':
      return null
  }
}
