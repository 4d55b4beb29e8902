/** Whether customers may use the product: one question that a merchant's backend asks before it serves somebody. */
import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import { findCustomer, type CustomerAnswer, subscriptionsShownMax } from '../customer-access.ts'
import {
  CustomerResource,
  CustomerSummary,
  toCustomerSummary,
} from '../../core/resources/customer.ts'
import { ChainAddress, exampleId, Time } from '../../core/resources/fields.ts'
import { AccessReasonField } from '../../core/reasons/reason-fields.ts'
import { subscriptionStatuses } from '../../core/resources/subscription.ts'
import { customerList } from '../../store/lists/customer-list.ts'
import { listRoute } from '../lists/list-route.ts'
import { merchantRoute, type Route } from '../routing/route.ts'
import { customerIdLengthMax, textField } from '../schemas/fields.ts'
import { singleParameter } from '../schemas/query.ts'

const CustomerId = textField('a customer id', customerIdLengthMax)

const GrantingSubscription = z
  .strictObject({
    contractAddress: ChainAddress,
    planId: z.string().meta({ examples: [exampleId] }),
    status: z.enum(subscriptionStatuses),
    phase: z.string(),
    hasAccess: z.boolean(),
    accessUntil: Time.nullable(),
    reason: AccessReasonField.nullable(),
    willChargeAt: Time.nullable(),
  })
  .meta({ id: 'CustomerSubscription', description: 'What one subscription says about access.' })

const CustomerAccess = CustomerResource.extend({
  subscriptionCount: z.int().nonnegative().meta({ description: 'Counts those not shown, too' }),
  subscriptions: z.array(GrantingSubscription),
}).meta({
  id: 'CustomerAccess',
  description: 'Whether a customer may use the product, and the subscriptions behind the answer.',
})

const getCustomerRoute = merchantRoute({
  method: 'GET',
  path: '/integration/customers/{customerId}',
  operationId: 'getCustomer',
  tag: 'Customers',
  summary: 'Ask whether a customer may use the product',
  description:
    'Now, until when, and why not. Access is there while one subscription of the customer grants it: its period ' +
    'is paid, or late and within its grace. `CustomerAccessChanged` tells when it begins and ends. With `plan`, ' +
    'only the subscriptions to that plan count.',
  params: z.strictObject({ customerId: CustomerId }),
  query: z.strictObject({ plan: singleParameter(textField('a plan id', 100)).optional() }),
  answer: {
    description:
      `The customer, and the subscriptions behind the answer: those that grant access first, then the newest, ` +
      `${subscriptionsShownMax} at most.`,
    schema: z.strictObject({ customer: CustomerAccess }),
  },
  problems: ['CustomerNotFound'],
  async handle({ caller: { owner }, params: { customerId }, query: { plan }, dependencies }) {
    const wanted = { customerId, planId: plan }
    const customer: CustomerAnswer | null = await findCustomer(dependencies, owner, wanted)
    if (customer) return { body: { customer } }
    const onPlan = plan === undefined ? '' : ` to the plan '${plan}'`
    throw new Problem(
      'CustomerNotFound',
      `Nobody called '${customerId}' has a subscription${onPlan} on the ${owner.network}; ` +
        'a customer is known by the `customerId` of a subscription.',
    )
  },
})

const listCustomersRoute = listRoute('merchant', {
  name: 'customers',
  path: '/integration/customers',
  tag: 'Customers',
  description: 'Known by their subscriptions; the one with the latest comes first.',
  answered: 'The customers of this merchant and network.',
  filter: {},
  list: customerList,
  schema: CustomerSummary,
  show(rows, { dependencies }) {
    const now = dependencies.clock.now()
    return rows.map((one) => toCustomerSummary(one, now))
  },
})

export const customerRoutes: readonly Route[] = [getCustomerRoute, listCustomersRoute]
