import type { StoredActor } from '../../shared/stored-actor.ts'
import { findTroubleOfCharge, findTroubleOfSubscription } from './charges.ts'
import {
  findTroubleOfCustomer,
  findTroubleOfDelivery,
  findTroubleOfDestination,
  findTroubleOfGasWallet,
  findTroubleOfTransaction,
  findTroubleOfVerification,
} from './merchants.ts'
import { findTroubleOfPayment, findTroubleOfPermit } from './payments.ts'
import type { Trouble } from './trouble.ts'
import type { Facts } from './facts.ts'

/** Finds what is the matter with an actor of any kind; null where all is well. */
export function findTrouble(actor: StoredActor, facts: Facts): Trouble | null {
  switch (actor.kind) {
    case 'subscription':
      return findTroubleOfSubscription(actor, facts)
    case 'charge':
      return findTroubleOfCharge(actor, facts)
    case 'payment':
      return findTroubleOfPayment(actor, facts)
    case 'permit':
      return findTroubleOfPermit(actor, facts)
    case 'customer':
      return findTroubleOfCustomer(actor, facts)
    case 'transaction':
      return findTroubleOfTransaction(actor, facts)
    case 'delivery':
      return findTroubleOfDelivery(actor)
    case 'destination':
      return findTroubleOfDestination(actor)
    case 'verification':
      return findTroubleOfVerification(actor)
    case 'gasWallet':
      return findTroubleOfGasWallet(actor)
    case 'plan':
      return null
  }
}
