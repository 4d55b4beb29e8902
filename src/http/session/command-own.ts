/** Sends a command to a subscription of the customer, by the payer's word. */
import type { Address } from 'viem'
import type { MessageEvent } from '../../shared/message.ts'
import { askActor, requireAccepted } from '../commands.ts'
import type { Answer, Call } from '../routing/route.ts'
import { askerOf, describeOwnOne, requireOwnSubscription } from './own-subscriptions.ts'

type OwnCall = Call<'customer', { contractAddress: Address }>

/** Answers with the subscription after the command, or as it is where that is so already. */
export async function commandOwn(call: OwnCall, event: MessageEvent): Promise<Answer> {
  const { dependencies, caller, params } = call
  await requireOwnSubscription(dependencies, caller, params.contractAddress)
  const entityId = params.contractAddress
  const command = {
    kind: 'subscription',
    entityId,
    owner: caller.owner,
    event,
    by: 'payer',
    asker: askerOf(caller),
  } as const
  const reply = await askActor(call, command)
  const after = requireAccepted(reply, command, dependencies.clock.now())
  const isWithoutEffect = reply.outcome !== 'applied'
  return { body: await describeOwnOne(dependencies, caller, after), isWithoutEffect }
}
