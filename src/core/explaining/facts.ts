/** What an explanation needs beside the actor itself: its neighbours, its gas wallet, its waiting request. */
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { SendingFacts } from '../reasons/sending-reasons.ts'

export type Facts = {
  sending: SendingFacts
  /** The subscription of a charge or permit, or the one that decides about a customer's access. */
  subscription: StoredActor<'subscription'> | null
  /** The newest charge of a subscription. */
  charge: StoredActor<'charge'> | null
  /** The least amount of a sweep of the asset, as a decimal. */
  minSweep: string | null
}
