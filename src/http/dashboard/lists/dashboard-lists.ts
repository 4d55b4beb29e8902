/** The lists of the dashboard, by the name in their address: what each filters by, and what it reads. */
import type { z } from 'zod'
import type { Right } from '../../../store/people/rights.ts'
import { chargeList } from '../../../store/lists/charge-list.ts'
import { customerList } from '../../../store/lists/customer-list.ts'
import { deliveryList } from '../../../store/lists/delivery-list.ts'
import { eventList } from '../../../store/lists/event-list.ts'
import type { List } from '../../../store/lists/list.ts'
import { exceptionList, paymentList } from '../../../store/lists/payment-list.ts'
import { requestList } from '../../../store/lists/request-list.ts'
import { planList } from '../../../store/lists/plan-list.ts'
import { subscriptionList } from '../../../store/lists/subscription-list.ts'
import {
  chargeColumns,
  type Columns,
  customerColumns,
  deliveryColumns,
  eventColumns,
  paymentColumns,
  planColumns,
  requestColumns,
  subscriptionColumns,
} from './columns.ts'
import {
  chargeFilter,
  customerFilter,
  deliveryFilter,
  eventFilter,
  exceptionFilter,
  paymentFilter,
  planFilter,
  requestFilter,
  subscriptionFilter,
} from './filters.ts'

export type DashboardList<Shape extends z.ZodRawShape, Row> = {
  /** The name in the address, and in the ids of its operations. */
  name: string
  tag: string
  /** Rights to list it and to export it. */
  rights: { read: Right; export: Right }
  filter: Shape
  /** The clock that its rows were created by: that of the network, or the real one. */
  time: 'now' | 'realNow'
  list: List<z.output<z.ZodObject<Shape>>, Row>
  columns: Columns<Row>
}

const listOf = <Shape extends z.ZodRawShape, Row>(
  name: string,
  tag: string,
  filter: Shape,
  list: List<z.output<z.ZodObject<Shape>>, Row>,
  columns: Columns<Row>,
  rights: { read: Right; export: Right } = { read: 'read', export: 'export' },
  time: 'now' | 'realNow' = 'now',
): DashboardList<Shape, Row> => ({ name, tag, rights, filter, time, list, columns })

export const lists = {
  payments: listOf('payments', 'Payments', paymentFilter, paymentList, paymentColumns),
  exceptions: listOf('exceptions', 'Payments', exceptionFilter, exceptionList, paymentColumns),
  plans: listOf('plans', 'Plans', planFilter, planList, planColumns),
  subscriptions: listOf(
    'subscriptions',
    'Subscriptions',
    subscriptionFilter,
    subscriptionList,
    subscriptionColumns,
  ),
  charges: listOf('charges', 'Subscriptions', chargeFilter, chargeList, chargeColumns),
  customers: listOf('customers', 'Subscriptions', customerFilter, customerList, customerColumns),
  requests: listOf(
    'requests',
    'Developers',
    requestFilter,
    requestList,
    requestColumns,
    { read: 'inspect', export: 'inspect' },
    'realNow',
  ),
  events: listOf('events', 'Webhooks', eventFilter, eventList, eventColumns),
  deliveries: listOf('deliveries', 'Webhooks', deliveryFilter, deliveryList, deliveryColumns),
}
