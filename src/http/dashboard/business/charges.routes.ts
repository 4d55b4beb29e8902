/** The charges of all of a merchant's subscriptions, and the customers behind them. */
import { z } from 'zod'
import {
  ChargeResource,
  chargeStatuses,
  toChargeResource,
} from '../../../store/resources/charge.ts'
import { CustomerSummary, toCustomerSummary } from '../../../store/resources/customer.ts'
import { countActors, listActors } from '../../../store/views/actors.ts'
import { listCustomers } from '../../../store/views/customers.ts'
import { memberRoute } from '../../routing/route.ts'
import { AnyCaseAddress } from '../../schemas/fields.ts'
import { listParameter, page, PageOfTotalResource, singleParameter } from '../../schemas/query.ts'

const customerId = singleParameter(z.string()).optional()

export const listChargesRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/charges',
  operationId: 'listCharges',
  right: 'read',
  tag: 'Subscriptions',
  summary: 'List charges',
  description: 'The newest comes first.',
  query: z.strictObject({
    ...page,
    statusIn: listParameter(chargeStatuses),
    customerId,
    contractAddress: singleParameter(AnyCaseAddress).optional(),
  }),
  answer: {
    status: 200,
    description: 'The charges that match.',
    schema: z.strictObject({ charges: z.array(ChargeResource), page: PageOfTotalResource }),
  },
  async handle({ query: { limit, offset, ...filter }, caller: { owner }, dependencies }) {
    const [found, total] = await Promise.all([
      listActors(dependencies.database, 'charge', owner, filter, { limit, offset }),
      countActors(dependencies.database, 'charge', owner, filter),
    ])
    return { body: { charges: found.map(toChargeResource), page: { limit, offset, total } } }
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
  query: z.strictObject({ ...page, customerId }),
  answer: {
    status: 200,
    description: 'The customers that match.',
    schema: z.strictObject({ customers: z.array(CustomerSummary), page: PageOfTotalResource }),
  },
  async handle({ query: { limit, offset, ...wanted }, caller: { owner }, dependencies }) {
    const shown = { limit, offset }
    const found = await listCustomers(dependencies.database, owner, wanted, shown)
    const now = dependencies.clock.now()
    const customers = found.customers.map((one) => toCustomerSummary(one, now))
    return { body: { customers, page: { ...shown, total: found.total } } }
  },
})
