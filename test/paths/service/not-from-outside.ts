/**
 * Transitions that nobody can force from outside of a service, each with its reason. On the ground `store` they are
 * taken by messages that are given to turns.
 */
import type { ActorKind } from '../../../src/shared/stored-actor.ts'

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
}
