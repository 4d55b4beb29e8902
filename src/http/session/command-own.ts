/** Sends a command to a subscription of the customer, by the payer's word. */
import type { Address } from 'viem'
import type { MessageEvent } from '../../shared/message.ts'
import { requireKind } from '../../shared/stored-actor.ts'
import {
  type SubscriptionResource,
  toSubscriptionResource,
} from '../../store/resources/subscription.ts'
import { askActor, requireAccepted } from '../commands.ts'
import type { Answer, Call } from '../routing/route.ts'
import { describeOwnOne, requireOwnSubscription } from './own-subscriptions.ts'

type OwnCall = Call<'customer', { contractAddress: Address }>

/**
 * Answers with the subscription after the command, and where it was refused because `isFulfilled`, with
 * the subscription as it is: a page that is pressed twice, or late, meets no error.
 */
export async function commandOwn(
  call: OwnCall,
  event: MessageEvent,
  isFulfilled: (subscription: SubscriptionResource) => boolean,
): Promise<Answer> {
  const { dependencies, caller, params } = call
  await requireOwnSubscription(dependencies, caller, params.contractAddress)
  const entityId = params.contractAddress
  const command = {
    kind: 'subscription',
    entityId,
    owner: caller.owner,
    event,
    by: 'payer',
    asker: caller.may === 'leave' ? 'leavingPayer' : 'payer',
  } as const
  const reply = await askActor(call, command)
  const now = dependencies.clock.now()
  const refused = reply.outcome === 'refused' ? requireKind(reply.actor, 'subscription') : null
  const isSoAlready = refused !== null && isFulfilled(toSubscriptionResource(refused, now))
  const after = isSoAlready ? refused : requireAccepted(reply, command, now)
  const isWithoutEffect = isSoAlready || reply.outcome === 'ignored'
  return { body: await describeOwnOne(dependencies, caller, after), isWithoutEffect }
}
