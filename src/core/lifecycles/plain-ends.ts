/** Where each life leads when nothing goes wrong: the story of this state is its plain way. */
import type { ActorKind } from '../../shared/stored-actor.ts'

export const plainEnds: Record<ActorKind, string> = {
  plan: 'Archived',
  subscription: 'Finished',
  charge: 'Succeeded',
  payment: 'Succeeded.Exact',
  transaction: 'Final',
  delivery: 'Delivered',
  customer: 'WithAccess',
  destination: 'Answering',
  verification: 'Approved',
  gasWallet: 'Ready',
  permit: 'Used',
}
