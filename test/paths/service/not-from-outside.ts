/**
 * Transitions that no path takes from outside of a service, each with its reason. On the ground `store` they are
 * taken by messages that are given to turns.
 */
import type { ActorKind } from '../../../src/shared/stored-actor.ts'
import { chargeReasons, customerReasons, subscriptionReasons } from './lives/not-from-outside.ts'

const sameMessage =
  'The messages of one transaction come in their order; only a process that was killed repeats or overtakes one.'
const finalAtOnce =
  'One block is deep enough on the local chain, so a mined transaction is final within milliseconds.'
const givenUp =
  'Nodes say so of a transaction that waits to be signed, or was taken once, only where somebody else has used its nonce.'

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
    'Waiting on permit.confirmed': sameMessage,
    'Expired on permit.confirmed':
      'A token takes a permit in time only, and the block with it is final at once on the local chain.',
  },
  transaction: {
    'Queued on transaction.refused': givenUp,
    'Signed on transaction.signed':
      'More gas than was asked for is signed only where a node calls it too little, which the local node does not.',
    'Signed on transaction.mined': sameMessage,
    'Signed on transaction.finalized [hasSucceeded]': sameMessage,
    'Signed on transaction.finalized': sameMessage,
    'Signed.Unfunded on transaction.sent': sameMessage,
    'Broadcast on transaction.finalized [hasSucceeded]': sameMessage,
    'Broadcast on transaction.finalized': sameMessage,
    'Mined on transaction.signed': finalAtOnce,
  },
}
