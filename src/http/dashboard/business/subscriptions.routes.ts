/** The subscriptions of a merchant, those at risk, and the commands that its people give them. */
import { z } from 'zod'
import { SubscriptionResource } from '../../../core/resources/subscription.ts'
import { atRiskList } from '../../../store/views/at-risk.ts'
import { describeSubscription } from '../../subscriptions/described-subscriptions.ts'
import { activateSubscription } from '../../routes/activation.ts'
import { resourceRoutes } from '../../resource-routes.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { AnyCaseAddress } from '../../schemas/fields.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { answerPage, countedPage, ListPageResource, splitQuery } from '../../lists/page.ts'
import { requireFewCancellations } from './few-cancellations.ts'
import { memberList } from './member-list.ts'
import { NamedSubscription, nameSubscriptions } from './named-subscriptions.ts'

const Subscriptions = z.strictObject({
  subscriptions: z.array(NamedSubscription),
  page: ListPageResource,
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
  answer: { description: 'The subscriptions at risk.', schema: Subscriptions },
  async handle({ query, caller: { owner }, dependencies }) {
    const { paging } = splitQuery(query)
    const wanted = { owner, filter: {}, paging, asked: 'at risk' }
    const { rows, page } = await answerPage(dependencies.database, atRiskList, wanted)
    return { body: { subscriptions: await nameSubscriptions(dependencies, owner, rows), page } }
  },
})

const subscriptions = resourceRoutes({
  access: 'member',
  kind: 'subscription',
  noun: 'Subscription',
  tag: 'Subscriptions',
  path: '/dashboard/api/{network}/subscriptions',
  params: z.object({ contractAddress: AnyCaseAddress }),
  schema: SubscriptionResource,
  show: (subscription, { dependencies }) => describeSubscription(dependencies, subscription),
})
const keyed = { right: 'serve', isKeyed: true } as const

export const subscriptionRoutes: readonly Route[] = [
  memberList(lists.subscriptions, {
    schema: NamedSubscription,
    show: (rows, { dependencies, caller }) => nameSubscriptions(dependencies, caller.owner, rows),
  }),
  listAtRiskRoute,
  subscriptions.read({
    right: 'read',
    summary: 'Read one subscription',
    answer: { description: 'The subscription as it is now.', schema: NamedSubscription },
    async show(subscription, { dependencies, caller }) {
      const [named] = await nameSubscriptions(dependencies, caller.owner, [subscription])
      return named
    },
  }),
  subscriptions.command('pause', { ...keyed, summary: 'Pause a subscription' }),
  subscriptions.command('unpause', { ...keyed, summary: 'Resume a paused subscription' }),
  subscriptions.command('activate', {
    right: 'serve',
    summary: 'Try the charge that is due now',
    description:
      'The payer’s money is looked at: with enough of it a draft begins, and a charge that is overdue is tried at once.',
    answer: {
      description: 'The subscription after the look, or while it is under way.',
      schema: SubscriptionResource,
    },
    act: (_send, call, found) => activateSubscription(call, found, 'merchant'),
  }),
  subscriptions.command('cancel', {
    ...keyed,
    summary: 'Cancel a subscription',
    problems: ['SecondFactorRequired'],
    async act(send, call) {
      await requireFewCancellations(call)
      return send({ type: 'subscription.cancel' })
    },
  }),
]
