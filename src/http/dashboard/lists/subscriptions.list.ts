import { chargeReasons } from '../../../../machines/reasons.ts'
import {
  subscriptionStatuses,
  toSubscriptionResource,
} from '../../../core/resources/subscription.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { subscriptionList } from '../../../store/lists/subscription-list.ts'
import { endings } from '../../../store/views/metrics/metrics.ts'
import { z } from 'zod'
import { singleParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { amountOf, columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

const ownColumns = columnsOf<StoredActor<'subscription'>>()(
  [
    ...(['contractAddress', 'planId', 'customerId', 'status', 'phase', 'reason'] as const),
    ...(['amount', 'allowance', 'asset', 'blockchain', 'payer', 'startFrom'] as const),
    ...(['nextChargeAt', 'willChargeAt', 'lapsesAt', 'endsAt', 'resumesAt', 'replaces'] as const),
    ...(['replacedBy', 'withdrawUntil', 'withdrawnAt', 'leavingFeedback'] as const),
    ...(['leavingComment', 'periodDays', 'maxPeriods', 'chargesMade', 'activation'] as const),
    'createdAt',
    'agreedAt',
  ],
  (actor) => {
    const subscription = toSubscriptionResource(actor, new Date(actor.snapshot.context.now))
    return {
      ...subscription,
      periodDays: actor.snapshot.context.periodDays,
      amount: amountOf(subscription.amount),
      allowance: amountOf(subscription.allowance),
      leavingFeedback: subscription.cancellationDetails?.feedback,
      leavingComment: subscription.cancellationDetails?.comment,
    }
  },
)

export const subscriptions = dashboardList({
  name: 'subscriptions',
  tag: 'Subscriptions',
  title: 'Subscriptions',
  words: { one: 'subscription', other: 'subscriptions' },
  key: 'contractAddress',
  movedBy: ['subscription'],
  list: subscriptionList,
  filters: {
    statusIn: by.choice('Status', subscriptionStatuses, [
      ...(['Draft', 'Pending', 'Active', 'Suspended', 'Paused'] as const),
      ...(['Cancelled', 'Finished', 'Error'] as const),
    ]),
    ...by.customerId,
    ...by.planId,
    ...by.payer,
    ...by.words,
    ...by.within,
    ...by.created,
    ...by.moments('more', {
      nextChargeFrom: ['Next charge from', 'The next charge is due at this moment or later'],
      nextChargeTo: ['Next charge before', 'The next charge is due before this moment'],
    }),
    ...by.amounts,
    ...by.more({ reasonIn: by.choice('Reason', chargeReasons, by.soughtReasons) }),
    ...by.more(by.tags('Only plans with one of these tags')),
    atRisk: by.linked(
      'Next charge will fail',
      by.booleanParameter(
        'True: only those whose next charge will fail unless somebody acts; false: only the others',
      ),
    ),
    endedBy: by.linked(
      'Ended',
      singleParameter(z.enum(endings)).optional().meta({
        description: 'Why it stopped paying, or will, as [metrics](/docs/guides/metrics) says',
      }),
    ),
    ...by.moments('link', {
      payingAt: ['Paying at', 'Paying at this moment, as [metrics](/docs/guides/metrics) says'],
      endedFrom: ['Ended from', 'Paid for until this moment or later, and no longer'],
      endedTo: ['Ended before', 'Paid for until a moment before this one, and no longer'],
      firstChargedFrom: [
        'First charged from',
        'Charged for the first time at this moment or later',
      ],
      firstChargedTo: ['First charged before', 'Charged for the first time before this moment'],
    }),
  },
  shown: [
    {
      name: 'customerId',
      title: 'Customer',
      as: 'customer',
      onPhone: 'lead',
      own: '/subscriptions/{contractAddress}',
    },
    { name: 'planName', title: 'Plan', as: 'name' },
    { name: 'metadata', title: 'Reference', as: 'reference' },
    { name: 'status', title: 'Status', as: 'state', onPhone: 'status' },
    { name: 'amount', title: 'Amount', as: 'money', onPhone: 'amount' },
    { name: 'willChargeAt', title: 'Next charge', as: 'moment', onPhone: 'date' },
    { name: 'createdAt', title: 'Created', as: 'moment' },
  ],
  columns: { ...ownColumns, plan: { names: ['planName'], contractOf: ({ id }) => id } },
})
