/** The lists of the dashboard, by the name in their address. */
import { charges } from './charges.list.ts'
import { customers } from './customers.list.ts'
import { deliveries } from './deliveries.list.ts'
import { events } from './events.list.ts'
import { exceptions, payments } from './payments.list.ts'
import { plans } from './plans.list.ts'
import { requests } from './requests.list.ts'
import { subscriptions } from './subscriptions.list.ts'

export const lists = {
  payments,
  exceptions,
  plans,
  subscriptions,
  charges,
  customers,
  requests,
  events,
  deliveries,
}
export const listDescriptions = Object.values(lists).map(({ description }) => description)
