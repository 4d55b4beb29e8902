/** The lists of the dashboard, by the name in their address. */
import type { z } from 'zod'
import type { DashboardList } from './dashboard-list.ts'
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
  events,
  deliveries,
  requests,
}
/** All of them, by what is the same whatever their filters and rows. */
export const everyList = Object.values(lists) as unknown as readonly DashboardList<
  z.ZodRawShape,
  unknown
>[]
export const listDescriptions = everyList.map(({ description }) => description)
