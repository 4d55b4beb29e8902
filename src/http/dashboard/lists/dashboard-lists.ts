/** The lists of the dashboard, by the name in their address: what each filters by, and what it reads. */
import type { z } from 'zod'
import type { Right } from '../../authentication/rights.ts'
import { chargeList } from '../../../store/lists/charge-list.ts'
import { customerList } from '../../../store/lists/customer-list.ts'
import { deliveryList } from '../../../store/lists/delivery-list.ts'
import type { List } from '../../../store/lists/list.ts'
import { exceptionList, paymentList } from '../../../store/lists/payment-list.ts'
import { planList } from '../../../store/lists/plan-list.ts'
import { subscriptionList } from '../../../store/lists/subscription-list.ts'
import {
  chargeFilter,
  customerFilter,
  deliveryFilter,
  exceptionFilter,
  paymentFilter,
  planFilter,
  subscriptionFilter,
} from './filters.ts'

export type DashboardList<Shape extends z.ZodRawShape, Row> = {
  /** As it stands in the address, and in the ids of its operations. */
  name: string
  tag: string
  /** Of those who may look at it. */
  right: Right
  filter: Shape
  list: List<z.output<z.ZodObject<Shape>>, Row>
}

const listOf = <Shape extends z.ZodRawShape, Row>(
  name: string,
  tag: string,
  filter: Shape,
  list: List<z.output<z.ZodObject<Shape>>, Row>,
  right: Right = 'read',
): DashboardList<Shape, Row> => ({ name, tag, right, filter, list })

export const lists = {
  payments: listOf('payments', 'Payments', paymentFilter, paymentList),
  exceptions: listOf('exceptions', 'Payments', exceptionFilter, exceptionList),
  plans: listOf('plans', 'Plans', planFilter, planList),
  subscriptions: listOf('subscriptions', 'Subscriptions', subscriptionFilter, subscriptionList),
  charges: listOf('charges', 'Subscriptions', chargeFilter, chargeList),
  customers: listOf('customers', 'Subscriptions', customerFilter, customerList),
  deliveries: listOf('deliveries', 'Webhooks', deliveryFilter, deliveryList, 'inspect'),
}
