/** The commands of a subscription, and the switch to another plan. */
import type { z } from 'zod'
import type { MessageEvent } from '../../shared/message.ts'
import { SubscriptionResource } from '../../core/resources/subscription.ts'
import { commandActor } from '../commands.ts'
import { describeSubscription } from '../subscriptions/described-subscriptions.ts'
import { type Answer, type Call, merchantRoute, type MerchantRoute } from '../routing/route.ts'
import { NoFields } from '../schemas/fields.ts'
import {
  CancelWish,
  PauseWish,
  toCancelEvent,
  toPauseEvent,
} from '../schemas/subscription-command-bodies.ts'
import { SwitchWish, switchPlan } from '../switch-plan.ts'
import { requireUnusedWithdrawal } from '../subscriptions/withdrawals.ts'
import { activateSubscription } from './activation.ts'
import { requireActivePlan } from './create-subscription.routes.ts'
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
    '`InsufficientBalance`. Activating what is active already changes nothing, but where a charge is overdue: then the ' +
    'payer’s money is looked at, and with enough of it the charge is tried at once.',
  params: ContractParams,
  body: NoFields,
  answer,
  problems: ['SubscriptionNotFound', 'CommandNotAllowed'],
  async handle(call) {
    const { contractAddress } = call.params
    await requireSubscription(call.dependencies, call.caller.owner, contractAddress)
    const subscription = await activateSubscription(call, contractAddress, 'merchant')
    // A look that found no funds is to be repeated once they are there, under the same key too.
    const isWithoutEffect = subscription.status === 'Draft'
    return { body: await describeSubscription(call.dependencies, subscription), isWithoutEffect }
  },
})

export const pauseRoute = merchantRoute({
  ...definitionOf('pause', {
    summary: 'Pause a subscription',
    description:
      'Freezes the contract on the chain: `PendingPause`, then `Paused`. Time left is kept, and so is what is ' +
      'overdue. With `until` it goes on by itself; in a pause, another `until` moves its end, and none takes the end from it. You and ' +
      'the page can resume it until `pausableUntil`, which every answer and webhook names while it lasts: soon after that only the ' +
      'payer’s own wallet can, and none is begun. `SubscriptionResumeDue` reminds you, three days before, or with a third of the time left.',
  }),
  body: PauseWish,
  async handle(call) {
    return command(call, toPauseEvent(call.body, call.dependencies.clock.now()))
  },
})

export const cancelRoute = merchantRoute({
  ...definitionOf('cancel', {
    summary: 'Cancel a subscription',
    description:
      'Ends the contract on the chain for good: `PendingCancel`, then `Cancelled`; what is paid for runs on. Or, ' +
      'with `PaidPeriodEnd`, leaves it `Active` in the phase `Ending`, from which `uncancel` brings it back.',
  }),
  body: CancelWish,
  handle: async (call) => command(call, toCancelEvent(call.body)),
})

export const unpauseRoute = commandRoute('unpause', {
  summary: 'Resume a paused subscription',
  description:
    'Unfreezes the contract on the chain: `PendingUnPause`, then `Active`. To be done by `pausableUntil`: soon after it ' +
    'only the payer’s own wallet can, and this is refused, with the `reason` `OnlyPayerMayResume` on the subscription.',
})

export const uncancelRoute = commandRoute('uncancel', {
  summary: 'Take a planned cancellation back',
  description:
    'For a subscription that was cancelled with `PaidPeriodEnd`, until shortly before `endsAt`, and where no other one replaces it.',
})

const withdrawal = definitionOf('withdraw', {
  summary: 'Withdraw from a subscription',
  description:
    'For a payer who declared it to you, until `withdrawUntil`: it ends at once, as `Withdrawn`, and you owe the payer what was taken. Once for a plan, by a customer and by a payer.',
})
export const withdrawRoute = merchantRoute({
  ...withdrawal,
  problems: [...withdrawal.problems, 'WithdrawalUsed'],
  body: NoFields,
  async handle(call) {
    const { dependencies, caller, params } = call
    await requireUnusedWithdrawal(
      dependencies,
      await requireSubscription(dependencies, caller.owner, params.contractAddress),
      'merchant',
    )
    return command(call, { type: 'subscription.withdraw' })
  },
})

export const switchRoute = merchantRoute({
  method: 'POST',
  path: `${pathPrefix}/switch`,
  operationId: 'switchSubscription',
  tag: 'Subscriptions',
  summary: 'Switch to another plan',
  description:
    'Creates a subscription of the same customer and payer, with the old one’s `metadata`. The payer approves its ' +
    '`contractAddress`, as of any new one; only then is the old one told to end. The same switch again, while that ' +
    'Draft is not approved, answers with it. `switchTimes` of the subscription, and of a 409, names what `when` can be; ' +
    'one that has ended can be left as well: that is to subscribe again.',
  params: ContractParams,
  body: SwitchWish,
  answer: { status: 201, description: 'The new Draft.', schema: SubscriptionResource },
  problems: [
    'SubscriptionNotFound',
    'PlanNotFound',
    'PlanNotActive',
    'MerchantNotReady',
    'CommandNotAllowed',
  ],
  async handle(call) {
    const { dependencies, caller, params } = call
    const old = await requireSubscription(dependencies, caller.owner, params.contractAddress)
    const { planId, ...wanted } = call.body
    const plan = await requireActivePlan(call, planId)
    const subscription = await switchPlan(call, old, { plan, ...wanted }, 'merchant')
    return { body: await describeSubscription(dependencies, subscription) }
  },
})

type Texts = { summary: string; description: string }

function commandRoute(name: 'unpause' | 'uncancel', texts: Texts): MerchantRoute {
  return merchantRoute({
    ...definitionOf(name, texts),
    body: NoFields,
    handle: async (call) => command(call, { type: `subscription.${name}` }),
  })
}

function definitionOf<Name extends string>(name: Name, texts: Texts) {
  return {
    method: 'POST' as const,
    path: `${pathPrefix}/${name}` as const,
    operationId: `${name}Subscription`,
    tag: 'Subscriptions',
    ...texts,
    params: ContractParams,
    answer,
    problems: ['SubscriptionNotFound' as const, 'CommandNotAllowed' as const],
  }
}

async function command(
  call: Call<'merchant', z.output<typeof ContractParams>>,
  event: MessageEvent,
): Promise<Answer> {
  const { contractAddress } = call.params
  const { owner } = call.caller
  await requireSubscription(call.dependencies, owner, contractAddress)
  const target = { kind: 'subscription', entityId: contractAddress, owner } as const
  const subscription = await commandActor(call, { ...target, event })
  return { body: await describeSubscription(call.dependencies, subscription) }
}
