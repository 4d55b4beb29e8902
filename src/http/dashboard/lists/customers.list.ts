import { type FoundCustomer, toCustomerSummary } from '../../../core/resources/customer.ts'
import { subscriptionStatuses } from '../../../core/resources/subscription.ts'
import { customerList } from '../../../store/lists/customer-list.ts'
import { listParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

export const customers = dashboardList({
  name: 'customers',
  tag: 'Subscriptions',
  title: 'Customers',
  words: { one: 'customer', other: 'customers' },
  key: 'customerId',
  movedBy: ['customer', 'subscription'],
  list: customerList,
  filters: {
    ...by.customerId,
    ...by.hidden({ ...by.planId, ...by.payer }),
    statusIn: {
      parameter: listParameter(subscriptionStatuses).meta({
        description: 'With a subscription in one of these states',
      }),
    },
    ...by.hidden(by.tags('With a subscription to a plan with one of these tags')),
    createdFrom: {
      parameter: by.momentParameter('With a subscription created at this moment or later'),
    },
    createdTo: { parameter: by.momentParameter('With a subscription created before this moment') },
    ...by.hidden(by.within),
  },
  shown: [
    {
      name: 'customerId',
      title: 'Customer',
      as: 'customer',
      onPhone: 'lead',
      own: '/customers/{customerId}',
    },
    { name: 'hasAccess', title: 'Access', as: 'state', onPhone: 'status' },
    { name: 'accessUntil', title: 'Until', as: 'moment', onPhone: 'date' },
    { name: 'subscriptionCount', title: 'Subscriptions', as: 'text', onPhone: 'amount' },
    { name: 'payers', title: 'Wallets', as: 'wallets' },
    { name: 'firstSeenAt', title: 'First seen', as: 'moment' },
  ],
  columns: columnsOf<FoundCustomer>()(
    [
      ...(['customerId', 'hasAccess', 'accessUntil', 'subscriptionCount'] as const),
      ...(['activeSubscriptionCount', 'payers', 'firstSeenAt'] as const),
    ],
    (row, now) => {
      const customer = toCustomerSummary(row, now)
      return { ...customer, payers: customer.payers.join(' ') }
    },
  ),
})
