import { z } from 'zod'
import { chargeReasons } from '../../../../machines/reasons.ts'
import { chargeStatuses, toChargeResource } from '../../../core/resources/charge.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { chargeList } from '../../../store/lists/charge-list.ts'
import { singleParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { amountOf, columnsOf } from './export-columns.ts'
import {
  addressParameter,
  amounts,
  chargeDate,
  choice,
  created,
  customerId,
  linked,
  momentParameter,
  more,
  payer,
  planId,
  soughtReasons,
  tags,
  text,
  within,
  words,
} from './list-filters.ts'

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
    statusIn: choice('Status', chargeStatuses),
    ...customerId,
    contractAddress: text('Contract', addressParameter('Only this subscription'), '0x…'),
    ...words,
    ...within,
    ...created,
    ...chargeDate,
    ...amounts,
    ...more({ reasonIn: choice('Reason', chargeReasons, soughtReasons), ...planId, ...payer }),
    ...more(tags('Only plans with one of these tags')),
    failedFirstFor: linked(
      'Failed at first for',
      singleParameter(z.enum(chargeReasons))
        .optional()
        .meta({ description: 'The first attempt to fail did so for this reason' }),
    ),
    failedFrom: linked('Failed from', momentParameter('An attempt failed at this moment or later')),
    failedTo: linked('Failed before', momentParameter('An attempt failed before this moment')),
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
