import { z } from 'zod'
import { chargeReasons } from '../../../../machines/reasons.ts'
import { chargeStatuses, toChargeResource } from '../../../core/resources/charge.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { chargeList } from '../../../store/lists/charge-list.ts'
import { singleParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { amountOf, columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

const ownColumns = columnsOf<StoredActor<'charge'>>()(
  [
    ...(['id', 'contractAddress', 'customerId', 'amount', 'asset', 'status', 'reason'] as const),
    ...(['period', 'attempts', 'chargeDate', 'dueAt', 'chargedAt', 'nextAttemptAt'] as const),
    ...(['transactionHash', 'blockchain', 'createdAt'] as const),
  ],
  (actor) => {
    const charge = toChargeResource(actor)
    const { asset, blockchain, dueAt, chargedAt, createdAt } = actor.snapshot.context
    const beside = { asset, blockchain, dueAt, chargedAt, createdAt }
    return { ...charge, ...beside, amount: amountOf(charge.amount) }
  },
)

export const charges = dashboardList({
  name: 'charges',
  tag: 'Subscriptions',
  title: 'Charges',
  words: { one: 'charge', other: 'charges', asked: 'due', paid: 'charged' },
  movedBy: ['charge'],
  list: chargeList,
  filters: {
    statusIn: by.choice('Status', chargeStatuses),
    ...by.customerId,
    contractAddress: by.text('Contract', by.addressParameter('Only this subscription'), '0x…'),
    ...by.words,
    ...by.within,
    ...by.created,
    ...by.moments('more', {
      chargeDateFrom: [
        'Charged or due from',
        'The money moved, or is due, at this moment or later',
      ],
      chargeDateTo: ['Charged or due before', 'The money moved, or is due, before this moment'],
    }),
    ...by.amounts,
    ...by.more({
      reasonIn: by.choice('Reason', chargeReasons, by.soughtReasons),
      ...by.planId,
      ...by.payer,
    }),
    ...by.more(by.tags('Only plans with one of these tags')),
    failedFirstFor: by.linked(
      'Failed at first for',
      singleParameter(z.enum(chargeReasons))
        .optional()
        .meta({ description: 'The first attempt to fail did so for this reason' }),
    ),
    ...by.moments('link', {
      failedFrom: ['Failed from', 'An attempt failed at this moment or later'],
      failedTo: ['Failed before', 'An attempt failed before this moment'],
    }),
  },
  shown: [
    {
      name: 'chargeDate',
      title: 'Charge date',
      as: 'moment',
      onPhone: 'date',
      own: '/charges/{id}',
    },
    { name: 'status', title: 'Status', as: 'state', onPhone: 'status' },
    { name: 'amount', title: 'Amount', as: 'money', onPhone: 'amount' },
    { name: 'customerId', title: 'Customer', as: 'customer', onPhone: 'lead' },
    { name: 'metadata', title: 'Reference', as: 'reference' },
    { name: 'planName', title: 'Subscription', as: 'text', to: '/subscriptions/{contractAddress}' },
    { name: 'period', title: 'Period', as: 'number' },
    { name: 'attempts', title: 'Attempts', as: 'number' },
  ],
  columns: {
    ...ownColumns,
    plan: {
      names: ['payer', 'planId', 'planName'],
      contractOf: ({ snapshot }) => snapshot.context.contractAddress,
    },
  },
})
