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
import { merchantRoute } from '../routing/route.ts'
import { answerPage, listPage, ListPageResource, splitQuery, toWanted } from '../lists/page.ts'
import { AnyCaseAddress } from '../schemas/fields.ts'
import {
  created,
  customerIdParameter,
  metadataTextParameter,
  planIdParameter,
} from '../schemas/filters.ts'
import { listParameter, singleParameter } from '../schemas/query.ts'
import { unknownId } from '../unknown-id.ts'
import { ContractParams, requireSubscription } from './subscription-lookup.ts'

export const listSubscriptionsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscriptions',
  operationId: 'listSubscriptions',
  tag: 'Subscriptions',
  summary: 'List subscriptions',
  description: 'The newest comes first.',
  query: z.strictObject({
    planId: planIdParameter,
    customerId: customerIdParameter,
    payer: singleParameter(AnyCaseAddress).optional(),
    statusIn: listParameter(subscriptionStatuses),
    metadata: metadataTextParameter,
    ...created,
    ...listPage,
  }),
  answer: {
    status: 200,
    description: 'The subscriptions that match.',
    schema: z.strictObject({
      subscriptions: z.array(SubscriptionResource),
      page: ListPageResource,
    }),
  },
  async handle({ caller: { owner }, query, dependencies }) {
    const wanted = toWanted(owner, query, dependencies.clock.now())
    const { rows, page } = await answerPage(dependencies.database, subscriptionList, wanted)
    return { body: { subscriptions: await describeSubscriptions(dependencies, rows), page } }
  },
})

export const getSubscriptionRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscriptions/{contractAddress}',
  operationId: 'getSubscription',
  tag: 'Subscriptions',
  summary: 'Read one subscription and its charges',
  params: ContractParams,
  answer: {
    status: 200,
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

export const listChargesRoute = merchantRoute({
  method: 'GET',
  path: '/integration/subscriptions/{contractAddress}/charges',
  operationId: 'listCharges',
  tag: 'Subscriptions',
  summary: 'List the charges of a subscription',
  description: 'The newest comes first.',
  params: ContractParams,
  query: z.strictObject(listPage),
  answer: {
    status: 200,
    description: 'The charges of this subscription.',
    schema: z.strictObject({ charges: z.array(ChargeResource), page: ListPageResource }),
  },
  problems: ['SubscriptionNotFound'],
  async handle({ caller: { owner }, params: { contractAddress }, query, dependencies }) {
    await requireSubscription(dependencies, owner, contractAddress)
    const { paging } = splitQuery(query)
    const filter = { contractAddress }
    const wanted = { owner, filter, paging, asked: filter }
    const { rows, page } = await answerPage(dependencies.database, chargeList, wanted)
    return { body: { charges: rows.map(toChargeResource), page } }
  },
})
