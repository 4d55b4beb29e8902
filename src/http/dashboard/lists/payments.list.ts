/** Payments, and those of them that wait for a decision. */
import { z } from 'zod'
import { paymentReasons } from '../../../../machines/reasons.ts'
import { exceptions as exceptionNames } from '../../../core/resources/payment-state.ts'
import {
  paymentPhases,
  paymentStatuses,
  toPaymentResource,
} from '../../../core/resources/payment.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { exceptionList, paymentList } from '../../../store/lists/payment-list.ts'
import { listParameter, singleParameter } from '../../schemas/query.ts'
import { dashboardList } from './dashboard-list.ts'
import { columnsOf } from './export-columns.ts'
import * as by from './list-filters.ts'

const columns = columnsOf<StoredActor<'payment'>>()(
  [
    ...(['id', 'status', 'phase', 'reason', 'exception', 'amount', 'paidAmount'] as const),
    ...(['seenAmount', 'dueAmount', 'excessAmount', 'refundedAmount', 'settledAmount'] as const),
    ...(['asset', 'settlement', 'settlementReason', 'blockchain', 'depositAddress'] as const),
    ...(['receiver', 'transactionHash', 'description', 'checkoutUrl', 'expiresAt'] as const),
    'createdAt',
  ],
  (actor) => {
    const payment = toPaymentResource(actor)
    return {
      ...payment,
      amount: payment.amount.value,
      paidAmount: payment.paidAmount.value,
      seenAmount: payment.seenAmount.value,
      dueAmount: payment.dueAmount.value,
      excessAmount: payment.excessAmount.value,
      refundedAmount: payment.refundedAmount.value,
      settledAmount: payment.settledAmount.value,
    }
  },
)

export const payments = dashboardList({
  name: 'payments',
  tag: 'Payments',
  title: 'Payments',
  words: { one: 'payment', other: 'payments', asked: 'asked', paid: 'paid' },
  movedBy: ['payment'],
  list: paymentList,
  filters: {
    statusIn: by.choice('Status', paymentStatuses),
    phaseIn: { parameter: listParameter(paymentPhases) },
    reasonIn: { parameter: listParameter(paymentReasons) },
    exceptionIn: by.choice('Exception', exceptionNames),
    ...by.words,
    ...by.within,
    ...by.created,
    ...by.expires,
    ...by.amounts,
    search: {
      parameter: singleParameter(z.string().trim()).optional().meta({
        description: "An id, a deposit address, or a transaction's hash",
      }),
    },
  },
  shown: [
    { name: 'id', title: 'Payment', as: 'text', onPhone: 'lead', own: '/payments/{id}' },
    { name: 'metadata', title: 'Reference', as: 'reference' },
    { name: 'status', title: 'Status', as: 'state', onPhone: 'status' },
    { name: 'amount', title: 'Amount', as: 'money', onPhone: 'amount' },
    { name: 'paidAmount', title: 'Paid', as: 'money' },
    { name: 'createdAt', title: 'Created', as: 'moment', onPhone: 'date' },
  ],
  columns,
})

export const exceptions = dashboardList({
  name: 'exceptions',
  tag: 'Payments',
  title: 'Exceptions',
  words: { one: 'exception', other: 'exceptions', asked: 'asked', paid: 'paid' },
  rows: 'payments',
  movedBy: ['payment'],
  list: exceptionList,
  filters: {
    exceptionIn: by.choice('What happened', exceptionNames),
    ...by.words,
    ...by.within,
    ...by.hidden({ ...by.created, ...by.expires, ...by.amounts }),
  },
  shown: [
    { name: 'exception', title: 'What happened', as: 'state' },
    { name: 'id', title: 'Payment', as: 'text', to: '/payments/{id}' },
    { name: 'metadata', title: 'Reference', as: 'reference' },
    { name: 'amount', title: 'Asked for', as: 'money' },
    { name: 'paidAmount', title: 'Came', as: 'money' },
    { name: 'createdAt', title: 'Since', as: 'moment' },
    { name: 'actions', title: 'What you can do', as: 'text' },
  ],
  columns,
})
