import { planStatuses, toPlanResource } from '../../../core/resources/plan.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { planList } from '../../../store/lists/plan-list.ts'
import { dashboardList } from './dashboard-list.ts'
import { amountOf, columnsOf } from './export-columns.ts'
import {
  amounts,
  choice,
  created,
  hidden,
  more,
  tags,
  within,
  wordsOfPlan,
} from './list-filters.ts'

export const plans = dashboardList({
  name: 'plans',
  tag: 'Plans',
  title: 'Plans',
  words: { one: 'plan', other: 'plans' },
  movedBy: ['plan'],
  list: planList,
  filters: {
    statusIn: choice('Status', planStatuses),
    ...wordsOfPlan,
    ...created,
    ...hidden(within),
    ...amounts,
    ...more(tags()),
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
