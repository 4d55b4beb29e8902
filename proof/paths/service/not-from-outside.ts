/**
 * Transitions that no path takes from outside of a service, each with its reason. On the ground `store` they are
 * taken by messages that are given to turns.
 */
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { chargeReasons, customerReasons, subscriptionReasons } from './lives/not-from-outside.ts'

const overtaken =
  'What a transaction is told comes in its order: signed, sent, in a block, final. Only a process that dies between two of them lets one overtake another, or come again.'
const signedAtOnce =
  'A higher offer is signed within milliseconds after it is asked for; that a block takes the older one in between is chance.'
const waitedFor =
  'The test clock waits until a block with a permit is final before an hour goes by; only real time would not.'

export const notFromOutside: Record<ActorKind, Record<string, string>> = {
  subscription: subscriptionReasons,
  charge: chargeReasons,
  customer: customerReasons,
  payment: {},
  delivery: {},
  destination: {},
  plan: {},
  verification: {},
  gasWallet: {},
  permit: {
    'Waiting on permit.confirmed': overtaken,
    'Expired on permit.confirmed': waitedFor,
  },
  transaction: {
    'Queued on transaction.refused': overtaken,
    'Signed on transaction.finalized [hasSucceeded]': overtaken,
    'Signed on transaction.finalized': overtaken,
    'Signed.Unfunded on transaction.sent': overtaken,
    'Broadcast on transaction.finalized [hasSucceeded]': overtaken,
    'Broadcast on transaction.finalized': overtaken,
    'Mined on transaction.signed': signedAtOnce,
  },
}
