/** The charges of all of a merchant's subscriptions, and the customers behind them. */
import { z } from 'zod'
import { ChargeResource, toChargeResource } from '../../../core/resources/charge.ts'
import { CustomerSummary, toCustomerSummary } from '../../../core/resources/customer.ts'
import { findPaidPlans } from '../../../store/views/entities/paid-plans.ts'
import { memberRoute } from '../../routing/route.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { answerPage, countedPage, ListPageResource, toWanted } from '../../lists/page.ts'
import { planNameField } from './named-subscriptions.ts'

const NamedCharge = ChargeResource.extend(planNameField).meta({
  id: 'NamedCharge',
  description: 'A charge, with the name of its plan.',
})

export const listChargesRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/charges',
  operationId: 'listCharges',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'List charges',
  description: 'The newest comes first.',
  query: z.strictObject({ ...countedPage, ...lists.charges.filter }),
  answer: {
    status: 200,
    description: 'The charges that match.',
    schema: z.strictObject({ charges: z.array(NamedCharge), page: ListPageResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database, clock } }) {
    const { rows, page } = await answerPage(
      database,
      lists.charges.list,
      toWanted(owner, query, clock.now()),
    )
    const charges = rows.map(toChargeResource)
    const contracts = new Set(charges.map(({ contractAddress }) => contractAddress))
    const plans = await findPaidPlans(database.pool, owner, [...contracts])
    const named = charges.map((charge) => ({
      ...charge,
      planName: plans.get(charge.contractAddress)!.planName,
    }))
    return { body: { charges: named, page } }
  },
})

export const listCustomersRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/customers',
  operationId: 'listCustomers',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'List customers',
  description: 'Known by their subscriptions; the one with the latest comes first.',
  query: z.strictObject({ ...countedPage, ...lists.customers.filter }),
  answer: {
    status: 200,
    description: 'The customers that match.',
    schema: z.strictObject({ customers: z.array(CustomerSummary), page: ListPageResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database, clock } }) {
    const { rows, page } = await answerPage(
      database,
      lists.customers.list,
      toWanted(owner, query, clock.now()),
    )
    const now = clock.now()
    return { body: { customers: rows.map((one) => toCustomerSummary(one, now)), page } }
  },
})
