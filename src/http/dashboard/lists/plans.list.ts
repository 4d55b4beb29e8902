import { planStatuses, toPlanResource } from '../../../core/resources/plan.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { planList } from '../../../store/lists/plan-list.ts'
import { dashboardList } from './dashboard-list.ts'
import { amountOf, columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

export const plans = dashboardList({
  name: 'plans',
  tag: 'Plans',
  title: 'Plans',
  words: { one: 'plan', other: 'plans' },
  movedBy: ['plan'],
  list: planList,
  filters: {
    statusIn: by.choice('Status', planStatuses),
    ...by.wordsOfPlan,
    ...by.created,
    ...by.hidden(by.within),
    ...by.amounts,
    ...by.more(by.tags()),
  },
  shown: [
    { name: 'name', title: 'Name', as: 'text', onPhone: 'lead', own: '/plans/{id}' },
    { name: 'status', title: 'Status', as: 'state', onPhone: 'status' },
    { name: 'amount', title: 'Amount', as: 'money', onPhone: 'amount' },
    { name: 'periodSeconds', title: 'Period', as: 'duration', onPhone: 'date' },
    { name: 'tags', title: 'Tags', as: 'labels' },
    { name: 'createdAt', title: 'Created', as: 'moment' },
  ],
  columns: columnsOf<StoredActor<'plan'>>()(
    [
      ...(['id', 'name', 'description', 'status', 'amount', 'asset', 'blockchain'] as const),
      ...(['periodSeconds', 'gracePeriodSeconds', 'tags', 'createdAt'] as const),
    ],
    (actor) => {
      const plan = toPlanResource(actor)
      return { ...plan, amount: amountOf(plan.amount), tags: plan.tags.join(' ') }
    },
  ),
})
