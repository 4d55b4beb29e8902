/**
 * Transitions that nobody can force from outside of a service, each with its reason. On the ground `store` they are
 * taken by messages that are given to turns.
 */
import type { ActorKind } from '../../../src/shared/stored-actor.ts'

const operator =
  'Only an operator decides or undoes it, whose credentials a service gives to nobody by itself.'
const newWallet =
  'The gas wallet of the demo is filled before it is measured first; another belongs to a new merchant, whom only an operator makes.'

export const notFromOutside: Partial<Record<ActorKind, Record<string, string>>> = {
  payment: {
    'Weighing on at once [isAt Confirming]':
      'One block is deep enough on the local chain, so what is seen is confirmed at once.',
  },
  delivery: {
    'Exhausted on delivery.succeeded':
      'An answer to a call that hangs while the time for attempts ends: the test clock waits for such calls.',
  },
  destination: {},
  plan: {},
  verification: {
    'Submitted on verification.approve': operator,
    'Submitted on verification.reject': operator,
    'Approved on verification.revoke': operator,
    'Rejected on verification.submit': operator,
    'Revoked on verification.submit': operator,
  },
  gasWallet: {
    'Weighing on at once [isEmptyAtFirst]': newWallet,
    'Weighing on at once [isLowAtFirst]': newWallet,
  },
}
