/** The subscriptions of a merchant, those at risk, and the three things people may do to one. */
import { z } from 'zod'
import { SubscriptionResource } from '../../../core/resources/subscription.ts'
import { atRiskList } from '../../../store/views/at-risk.ts'
import { commandActor, requireActor, type Target } from '../../commands.ts'
import { describeSubscription } from '../../subscriptions/described-subscriptions.ts'
import { activateSubscription } from '../../routes/activation.ts'
import { type Call, memberRoute, type Route } from '../../routing/route.ts'
import { AnyCaseAddress, NoFields } from '../../schemas/fields.ts'
import { lists } from '../lists/dashboard-lists.ts'
import {
  answerPage,
  countedPage,
  ListPageResource,
  splitQuery,
  toWanted,
} from '../../lists/page.ts'
import { requireFewCancellations } from './few-cancellations.ts'
import { NamedSubscription, nameSubscriptions } from './named-subscriptions.ts'

const path = '/dashboard/api/{network}/subscriptions'
const AddressParams = z.object({ contractAddress: AnyCaseAddress })
const Subscriptions = z.strictObject({
  subscriptions: z.array(NamedSubscription),
  page: ListPageResource,
})

const listSubscriptionsRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listSubscriptions',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'List subscriptions',
  description: 'The newest comes first.',
  query: z.strictObject({ ...countedPage, ...lists.subscriptions.filter }),
  answer: {
    status: 200,
    description: 'The subscriptions that match.',
    schema: Subscriptions,
  },
  async handle({ query, caller: { owner }, dependencies }) {
    const wanted = toWanted(owner, query, dependencies.clock.now())
    const { rows, page } = await answerPage(dependencies.database, lists.subscriptions.list, wanted)
    return { body: { subscriptions: await nameSubscriptions(dependencies, owner, rows), page } }
  },
})

const listAtRiskRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/at-risk',
  operationId: 'listAtRisk',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'List subscriptions whose next charge will fail',
  description: 'Unless somebody acts. The most urgent comes first.',
  query: z.strictObject(countedPage),
  answer: { status: 200, description: 'The subscriptions at risk.', schema: Subscriptions },
  async handle({ query, caller: { owner }, dependencies }) {
    const { paging } = splitQuery(query)
    const wanted = { owner, filter: {}, paging, asked: 'at risk' }
    const { rows, page } = await answerPage(dependencies.database, atRiskList, wanted)
    return { body: { subscriptions: await nameSubscriptions(dependencies, owner, rows), page } }
  },
})

const readSubscriptionRoute = memberRoute({
  method: 'GET',
  path: `${path}/{contractAddress}`,
  operationId: 'readSubscription',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'Read one subscription',
  params: AddressParams,
  answer: {
    status: 200,
    description: 'The subscription as it is now.',
    schema: NamedSubscription,
  },
  problems: ['SubscriptionNotFound'],
  async handle(call) {
    const { dependencies, caller } = call
    const subscription = await requireActor(dependencies, targetOf(call))
    const [named] = await nameSubscriptions(dependencies, caller.owner, [subscription])
    return { body: named! }
  },
})

const pauseSubscriptionRoute = commandRoute('pause', 'Pause a subscription')
const unpauseSubscriptionRoute = commandRoute('unpause', 'Resume a paused subscription')
const cancelSubscriptionRoute = commandRoute('cancel', 'Cancel a subscription')

const activateSubscriptionRoute = memberRoute({
  method: 'POST',
  path: `${path}/{contractAddress}/activate`,
  operationId: 'activateSubscription',
  right: 'serve',
  tag: 'Subscriptions',
  summary: 'Try the charge that is due now',
  description:
    'The payer’s money is looked at: with enough of it a draft begins, and a charge that is overdue is tried at once.',
  params: AddressParams,
  body: NoFields,
  answer: {
    status: 200,
    description: 'The subscription after the look, or while it is under way.',
    schema: SubscriptionResource,
  },
  problems: ['SubscriptionNotFound', 'CommandNotAllowed'],
  async handle(call) {
    const { dependencies, params } = call
    await requireActor(dependencies, targetOf(call))
    const subscription = await activateSubscription(call, params.contractAddress, 'merchant')
    return { body: await describeSubscription(dependencies, subscription) }
  },
})

function commandRoute(command: 'pause' | 'unpause' | 'cancel', summary: string): Route<'member'> {
  return memberRoute({
    method: 'POST',
    path: `${path}/{contractAddress}/${command}`,
    operationId: `${command}Subscription`,
    right: 'serve',
    tag: 'Subscriptions',
    summary,
    isKeyed: true,
    params: AddressParams,
    body: NoFields,
    answer: {
      status: 200,
      description: 'The subscription after the command.',
      schema: SubscriptionResource,
    },
    problems: [
      'SubscriptionNotFound',
      'CommandNotAllowed',
      ...(command === 'cancel' ? (['SecondFactorRequired'] as const) : []),
    ],
    async handle(call) {
      const target = targetOf(call)
      await requireActor(call.dependencies, target)
      if (command === 'cancel') await requireFewCancellations(call)
      const event = { type: `subscription.${command}` }
      const subscription = await commandActor(call, { ...target, event })
      return { body: await describeSubscription(call.dependencies, subscription) }
    },
  })
}

type AddressedCall = Call<'member', z.output<typeof AddressParams>>

const targetOf = ({ params, caller }: AddressedCall): Target<'subscription'> => ({
  kind: 'subscription',
  entityId: params.contractAddress,
  owner: caller.owner,
})

export const subscriptionRoutes: readonly Route[] = [
  listSubscriptionsRoute,
  listAtRiskRoute,
  readSubscriptionRoute,
  pauseSubscriptionRoute,
  unpauseSubscriptionRoute,
  activateSubscriptionRoute,
  cancelSubscriptionRoute,
]
