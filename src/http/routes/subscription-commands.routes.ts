/** The commands of a subscription: activate, pause, unpause, cancel. */
import type { Address } from 'viem'
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import { SubscriptionResource, toSubscriptionResource } from '../../store/resources/subscription.ts'
import { askActor, commandActor, requireTaken } from '../commands.ts'
import { type MerchantCall, merchantRoute, type MerchantRoute } from '../routing/route.ts'
import { NoFields } from '../schemas/fields.ts'
import { waitForFunds } from './activation.ts'
import { ContractParams, requireSubscription } from './subscription-lookup.ts'

const pathPrefix = '/integration/subscriptions/{contractAddress}'
const answer = {
  status: 200,
  description: 'The subscription after the command.',
  schema: SubscriptionResource,
} as const

export const activateRoute = merchantRoute({
  method: 'POST',
  path: `${pathPrefix}/activate`,
  operationId: 'activateSubscription',
  tag: 'Subscriptions',
  summary: 'Activate a subscription',
  description:
    'Answers once allowance and balance have been looked at: `Pending` or `Active`, or still ' +
    '`Draft` with the `reason` `InsufficientAllowance`, `AllowanceRevoked` (the payer took it back) or ' +
    '`InsufficientBalance`. Activating what is active already changes nothing.',
  params: ContractParams,
  body: NoFields,
  answer,
  problems: ['SubscriptionNotFound', 'CommandNotAllowed'],
  async handle(call) {
    const { contractAddress } = call.params
    await requireSubscription(call.dependencies, call.caller.owner, contractAddress)
    const subscription = await waitForFunds(call, contractAddress, () =>
      activate(call, contractAddress),
    )
    // A look that found no funds is to be repeated once they are there, under the same key too.
    const isWithoutEffect = subscription.status === 'Draft'
    return { body: toSubscriptionResource(subscription), isWithoutEffect }
  },
})

export const pauseRoute = commandRoute('pause', {
  summary: 'Pause a subscription',
  description:
    'Freezes the contract on the chain: `PendingPause`, then `Paused`. Time left is kept.',
})

export const unpauseRoute = commandRoute('unpause', {
  summary: 'Resume a paused subscription',
  description: 'Unfreezes the contract on the chain: `PendingUnPause`, then `Active`.',
})

export const cancelRoute = commandRoute('cancel', {
  summary: 'Cancel a subscription',
  description: 'Ends the contract on the chain for good: `PendingCancel`, then `Cancelled`.',
})

function commandRoute(
  command: 'pause' | 'unpause' | 'cancel',
  { summary, description }: { summary: string; description: string },
): MerchantRoute {
  return merchantRoute({
    method: 'POST',
    path: `${pathPrefix}/${command}`,
    operationId: `${command}Subscription`,
    tag: 'Subscriptions',
    summary,
    description,
    params: ContractParams,
    body: NoFields,
    answer,
    problems: ['SubscriptionNotFound', 'CommandNotAllowed'],
    async handle(call) {
      const { contractAddress } = call.params
      const { owner } = call.caller
      await requireSubscription(call.dependencies, owner, contractAddress)
      const target = { kind: 'subscription', entityId: contractAddress, owner } as const
      const event = { type: `subscription.${command}` }
      return { body: toSubscriptionResource(await commandActor(call, { ...target, event })) }
    },
  })
}

/** A subscription that is on its way, or there, has been activated: no reason to refuse. */
async function activate(
  call: MerchantCall,
  entityId: Address,
): Promise<StoredActor<'subscription'>> {
  const command = {
    kind: 'subscription',
    entityId,
    owner: call.caller.owner,
    event: { type: 'subscription.activate' },
  } as const
  const reply = await askActor(call, command)
  const isActivated =
    reply.outcome === 'refused' && ['Pending', 'Active'].includes(reply.actor.status)
  return isActivated ? requireKind(reply.actor, command.kind) : requireTaken(reply, command)
}
