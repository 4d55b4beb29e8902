import { z } from 'zod'
import { subscriptionStatuses } from '../../core/resources/subscription.ts'
import { listActors } from '../../store/views/actors.ts'
import { ContractParams } from '../routes/subscription-lookup.ts'
import { customerRoute } from '../routing/route.ts'
import { listParameter, page, PageResource } from '../schemas/query.ts'
import { describeOwn, describeOwnOne, requireOwnSubscription } from './own-subscriptions.ts'
import { OwnCharge, OwnSubscription, toOwnCharge } from './subscription-view.ts'

const path = '/session/subscriptions'

export const listOwnSubscriptionsRoute = customerRoute({
  method: 'GET',
  path,
  operationId: 'listOwnSubscriptions',
  tag: 'Subscriptions',
  summary: 'List the customer’s subscriptions',
  description: 'The newest comes first.',
  query: z.strictObject({ statusIn: listParameter(subscriptionStatuses), ...page }),
  answer: {
    status: 200,
    description: 'The subscriptions.',
    schema: z.strictObject({ subscriptions: z.array(OwnSubscription), page: PageResource }),
  },
  forLeaving: true,
  async handle({ caller, query: { statusIn, ...shown }, dependencies }) {
    const { owner, customerId } = caller
    const filter = { customerId, statusIn }
    const found = await listActors(dependencies.database, 'subscription', owner, filter, shown)
    const subscriptions = await describeOwn(dependencies, caller, found)
    return { body: { subscriptions, page: shown } }
  },
})

export const getOwnSubscriptionRoute = customerRoute({
  method: 'GET',
  path: `${path}/{contractAddress}`,
  operationId: 'getOwnSubscription',
  tag: 'Subscriptions',
  summary: 'Read one subscription',
  params: ContractParams,
  answer: { status: 200, description: 'The subscription as it is now.', schema: OwnSubscription },
  problems: ['SubscriptionNotFound'],
  forLeaving: true,
  async handle({ caller, params: { contractAddress }, dependencies }) {
    const found = await requireOwnSubscription(dependencies, caller, contractAddress)
    return { body: await describeOwnOne(dependencies, caller, found) }
  },
})

export const listOwnChargesRoute = customerRoute({
  method: 'GET',
  path: `${path}/{contractAddress}/charges`,
  operationId: 'listOwnCharges',
  tag: 'Subscriptions',
  summary: 'List the charges of a subscription',
  description: 'The newest comes first.',
  params: ContractParams,
  query: z.strictObject(page),
  answer: {
    status: 200,
    description: 'The charges of this subscription.',
    schema: z.strictObject({ charges: z.array(OwnCharge), page: PageResource }),
  },
  problems: ['SubscriptionNotFound'],
  forLeaving: true,
  async handle({ caller, params: { contractAddress }, query, dependencies }) {
    await requireOwnSubscription(dependencies, caller, contractAddress)
    const filter = { contractAddress, customerId: caller.customerId }
    const { database } = dependencies
    const charges = await listActors(database, 'charge', caller.owner, filter, query)
    return { body: { charges: charges.map(toOwnCharge), page: query } }
  },
})
