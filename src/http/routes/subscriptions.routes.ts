/** Subscriptions as merchants list and read them, and the commands that they give them. */
import { z } from 'zod'
import { ChargeResource, toChargeResource } from '../../core/resources/charge.ts'
import { SubscriptionResource, subscriptionStatuses } from '../../core/resources/subscription.ts'
import {
  chargesShownMax,
  readSubscriptionWithCharges,
} from '../../store/gathered/subscription-with-charges.ts'
import { chargeList } from '../../store/lists/charge-list.ts'
import { subscriptionList } from '../../store/lists/subscription-list.ts'
import {
  describeSubscription,
  describeSubscriptions,
} from '../subscriptions/described-subscriptions.ts'
import { requireActor } from '../commands.ts'
import { listRoute } from '../lists/list-route.ts'
import { answerPage, listPage, ListPageResource, splitQuery } from '../lists/page.ts'
import { resourceRoutes } from '../resource-routes.ts'
import { merchantRoute, type Route } from '../routing/route.ts'
import { AnyCaseAddress } from '../schemas/fields.ts'
import {
  created,
  customerIdParameter,
  metadataTextParameter,
  planIdParameter,
} from '../schemas/filters.ts'
import { ContractParams } from '../schemas/path.ts'
import { listParameter, singleParameter } from '../schemas/query.ts'
import {
  CancelWish,
  PauseWish,
  toCancelEvent,
  toPauseEvent,
} from '../schemas/subscription-command-bodies.ts'
import { requireUnusedWithdrawal } from '../subscriptions/withdrawals.ts'
import { SwitchWish, switchPlan } from '../switch-plan.ts'
import { unknownId } from '../unknown-id.ts'
import { activateSubscription } from './activation.ts'
import { requireActivePlan } from './create-subscription.routes.ts'
import { getLeavingProofRoute } from './proof.route.ts'

const path = '/integration/subscriptions'

export const listSubscriptionsRoute = listRoute('merchant', {
  name: 'subscriptions',
  path,
  tag: 'Subscriptions',
  filter: {
    planId: planIdParameter,
    customerId: customerIdParameter,
    payer: singleParameter(AnyCaseAddress).optional(),
    statusIn: listParameter(subscriptionStatuses),
    metadata: metadataTextParameter,
    ...created,
  },
  list: subscriptionList,
  schema: SubscriptionResource,
  show: (rows, { dependencies }) => describeSubscriptions(dependencies, rows),
})

const getSubscriptionRoute = merchantRoute({
  method: 'GET',
  path: `${path}/{contractAddress}`,
  operationId: 'getSubscription',
  tag: 'Subscriptions',
  summary: 'Read one subscription and its charges',
  params: ContractParams,
  answer: {
    description: `The subscription; of its charges the newest ${chargesShownMax}, the newest first.`,
    schema: SubscriptionResource.extend({ charges: z.array(ChargeResource) }),
  },
  problems: ['SubscriptionNotFound'],
  async handle({ caller, params: { contractAddress }, dependencies }) {
    const { owner } = caller
    const asked = { ...owner, id: contractAddress }
    const found = await readSubscriptionWithCharges(dependencies.database.pool, asked)
    if (!found) throw unknownId(owner, 'subscription', contractAddress)
    const charges = found.charges.map(toChargeResource)
    const subscription = await describeSubscription(dependencies, found.subscription)
    return { body: { ...subscription, charges } }
  },
})

const listChargesRoute = merchantRoute({
  method: 'GET',
  path: `${path}/{contractAddress}/charges`,
  operationId: 'listCharges',
  tag: 'Subscriptions',
  summary: 'List the charges of a subscription',
  description: 'The newest comes first.',
  params: ContractParams,
  query: z.strictObject(listPage),
  answer: {
    description: 'The charges of this subscription.',
    schema: z.strictObject({ charges: z.array(ChargeResource), page: ListPageResource }),
  },
  problems: ['SubscriptionNotFound'],
  async handle({ caller: { owner }, params: { contractAddress }, query, dependencies }) {
    const target = { kind: 'subscription', entityId: contractAddress, owner } as const
    await requireActor(dependencies, target)
    const { paging } = splitQuery(query)
    const filter = { contractAddress }
    const wanted = { owner, filter, paging, asked: filter }
    const { rows, page } = await answerPage(dependencies.database, chargeList, wanted)
    return { body: { charges: rows.map(toChargeResource), page } }
  },
})

const switchRoute = merchantRoute({
  method: 'POST',
  path: `${path}/{contractAddress}/switch`,
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
    const target = { kind: 'subscription', entityId: params.contractAddress } as const
    const old = await requireActor(dependencies, { ...target, owner: caller.owner })
    const { planId, ...wanted } = call.body
    const plan = await requireActivePlan(call, planId)
    const subscription = await switchPlan(call, old, { plan, ...wanted }, 'merchant')
    return { body: await describeSubscription(dependencies, subscription) }
  },
})

const subscriptions = resourceRoutes({
  access: 'merchant',
  kind: 'subscription',
  noun: 'Subscription',
  tag: 'Subscriptions',
  path,
  params: ContractParams,
  schema: SubscriptionResource,
  show: (subscription, { dependencies }) => describeSubscription(dependencies, subscription),
})

export const subscriptionRoutes: readonly Route[] = [
  getSubscriptionRoute,
  listChargesRoute,
  subscriptions.command('activate', {
    summary: 'Activate a subscription',
    description:
      'Answers once allowance and balance have been looked at: `Pending` or `Active`, or still ' +
      '`Draft` with the `reason` `InsufficientAllowance`, `AllowanceRevoked` (the payer took it back) or ' +
      '`InsufficientBalance`. Activating what is active already changes nothing, but where a charge is overdue: then the ' +
      'payer’s money is looked at, and with enough of it the charge is tried at once.',
    act: (_send, call, found) => activateSubscription(call, found, 'merchant'),
  }),
  subscriptions.command('pause', {
    summary: 'Pause a subscription',
    description:
      'Freezes the contract on the chain: `PendingPause`, then `Paused`. Time left is kept, and so is what is ' +
      'overdue. With `until` it goes on by itself; in a pause, another `until` moves its end, and none takes the end from it. You and ' +
      'the page can resume it until `pausableUntil`, which every answer and webhook names while it lasts: soon after that only the ' +
      'payer’s own wallet can, and none is begun. `SubscriptionResumeDue` reminds you, three days before, or with a third of the time left.',
    body: PauseWish,
    act: (send, { body, dependencies }) => send(toPauseEvent(body, dependencies.clock.now())),
  }),
  subscriptions.command('unpause', {
    summary: 'Resume a paused subscription',
    description:
      'Unfreezes the contract on the chain: `PendingUnPause`, then `Active`. To be done by `pausableUntil`: soon after it ' +
      'only the payer’s own wallet can, and this is refused, with the `reason` `OnlyPayerMayResume` on the subscription.',
  }),
  subscriptions.command('cancel', {
    summary: 'Cancel a subscription',
    description:
      'Ends the contract on the chain for good: `PendingCancel`, then `Cancelled`; what is paid for runs on. Or, ' +
      'with `PaidPeriodEnd`, leaves it `Active` in the phase `Ending`, from which `uncancel` brings it back.',
    body: CancelWish,
    act: (send, { body }) => send(toCancelEvent(body)),
  }),
  subscriptions.command('uncancel', {
    summary: 'Take a planned cancellation back',
    description:
      'For a subscription that was cancelled with `PaidPeriodEnd`, until shortly before `endsAt`, and where no other one replaces it.',
  }),
  switchRoute,
  subscriptions.command('withdraw', {
    summary: 'Withdraw from a subscription',
    description:
      'For a payer who declared it to you, until `withdrawUntil`: it ends at once, as `Withdrawn`, and you owe the payer what was taken. Once for a plan, by a customer and by a payer.',
    problems: ['WithdrawalUsed'],
    async act(send, { dependencies }, found) {
      await requireUnusedWithdrawal(dependencies, found, 'merchant')
      return send({ type: 'subscription.withdraw' })
    },
  }),
  getLeavingProofRoute,
]
