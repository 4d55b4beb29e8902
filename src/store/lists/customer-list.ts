/**
 * Customers, known by their subscriptions: each stands where the newest of its subscriptions that match
 * stands. Filters are those of subscriptions.
 */
import type { Owner } from '../../shared/owner.ts'
import { readCustomers } from '../views/customers.ts'
import { allOf, type ParameterValue } from '../views/query-parameters.ts'
import type { List } from './list.ts'
import { subscriptionConditions, type SubscriptionFilter } from './subscription-list.ts'
import type { FoundCustomer } from '../../core/resources/customer.ts'

export type CustomerFilter = Pick<
  SubscriptionFilter,
  'customerId' | 'planId' | 'payer' | 'statusIn' | 'tags' | 'createdFrom' | 'createdTo'
>

export const customerList: List<CustomerFilter, FoundCustomer> = {
  table: 'subscription',
  direction: 'desc',
  hasAmounts: false,
  conditionsOf,
  standsForOthers: true,
  async readRows(reader, owner, ids) {
    const { rows } = await reader.query<{ id: string; customerId: string }>(
      `select id, customer_id as "customerId" from subscription
       where id = any($1) and merchant_id = $2 and network = $3`,
      [ids, owner.merchantId, owner.network],
    )
    const named = rows.map(({ customerId }) => customerId)
    const customers = new Map(
      (await readCustomers(reader, owner, named)).map((customer) => [
        customer.customerId,
        customer,
      ]),
    )
    return new Map(
      rows.flatMap(({ id, customerId }) => {
        const customer = customers.get(customerId)
        return customer ? [[id, customer] as const] : []
      }),
    )
  },
}

/** Keeps those that match and have no newer match of the same customer; names without a table are the newer's. */
function conditionsOf(
  filter: CustomerFilter,
  owner: Owner,
  value: ParameterValue,
): (string | false)[] {
  const isNewer = `merchant_id = ${value(owner.merchantId)} and network = ${value(owner.network)}
    and customer_id = subscription.customer_id
    and (created_at, id) > (subscription.created_at, subscription.id)`
  const matches = () => subscriptionConditions(filter, owner, value)
  return [
    ...matches(),
    `not exists (select from subscription newer where ${allOf([isNewer, ...matches()])})`,
  ]
}
