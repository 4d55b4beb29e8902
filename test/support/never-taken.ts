/**
 * Branches that are never taken, each with its reason: transitions that several states share have some that cannot
 * come up in one of them.
 */
import type { ActorKind } from '../../src/shared/stored-actor.ts'

export const neverTaken: Partial<Record<ActorKind, { transition: string; because: string }[]>> = {
  subscription: [
    {
      transition: 'Suspended on chain.charged [isForNewPeriod]',
      because: 'A suspended subscription always has an open charge.',
    },
    ...[
      'PendingPause on successor.ended [isOwnSuccessor]',
      'PendingPause on successor.approved',
    ].map((transition) => ({
      transition,
      because: 'Whoever has a successor is to end, and no pause of it is begun.',
    })),
  ],
  delivery: [
    {
      transition: 'Pending on delivery.attemptFailed',
      because: 'A pending delivery has all its attempts left.',
    },
  ],
}
