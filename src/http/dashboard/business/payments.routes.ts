/** Payments as their merchant's people see and decide them, and the inbox of those that want a decision. */
import { z } from 'zod'
import { DepositResource, OtherDepositResource } from '../../../core/resources/deposit.ts'
import { ChainAddress, RealTime } from '../../../core/resources/fields.ts'
import { exceptions } from '../../../core/resources/payment-state.ts'
import { PaymentResource, toPaymentResource } from '../../../core/resources/payment.ts'
import {
  listDepositResources,
  listOtherDepositResources,
} from '../../../store/views/payment-deposits.ts'
import { countExceptions } from '../../../store/views/payments.ts'
import { countStrays, listStrays } from '../../../store/views/strays.ts'
import { NewRefund, recordRefund } from '../../payment-refund.ts'
import { resourceRoutes } from '../../resource-routes.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { limitMax } from '../../schemas/query.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { answerPage, countedPage, ListPageResource, toWanted } from '../../lists/page.ts'
import { requireFewCancellations } from './few-cancellations.ts'
import { memberList } from './member-list.ts'
import { createPaymentRoute } from './new-payment.routes.ts'

const StrayResource = z
  .strictObject({
    paymentId: z.string(),
    expectedBlockchain: z.string().meta({ description: 'Where it should have been paid' }),
    blockchain: z.string().meta({ description: 'Where the money lies' }),
    token: ChainAddress,
    asset: z.string(),
    amount: z.string().meta({ description: 'A plain decimal' }),
    depositAddress: ChainAddress,
    receiver: ChainAddress.meta({ description: 'Where alone it can go on to' }),
    seenAt: RealTime,
  })
  .meta({ id: 'Stray', description: "Money on another chain than the payment's." })

const countOf = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>

const ExceptionCounts = z
  .strictObject(countOf([...exceptions, 'WrongChain']))
  .meta({ id: 'ExceptionCounts', description: 'How many wait, by what there is to decide.' })

const payments = resourceRoutes({
  access: 'member',
  kind: 'payment',
  noun: 'Payment',
  tag: 'Payments',
  path: '/dashboard/api/{network}/payments',
  params: IdParams,
  schema: PaymentResource,
  show: toPaymentResource,
})

const readPaymentRoute = payments.read({
  right: 'read',
  summary: 'Read one payment and what came for it',
  answer: {
    description: `The payment; of its transfers the newest ${limitMax}.`,
    schema: PaymentResource.extend({
      deposits: z.array(DepositResource),
      otherDeposits: z.array(OtherDepositResource),
      strays: z.array(StrayResource),
    }).meta({ id: 'PaymentWithDeposits' }),
  },
  async show(payment, { caller: { owner }, dependencies: { database } }) {
    const [deposits, otherDeposits, strays] = await Promise.all([
      listDepositResources(database, payment, limitMax),
      listOtherDepositResources(database, payment, limitMax),
      listStrays(database, owner, { limit: limitMax, offset: 0 }, payment.id),
    ])
    return { ...toPaymentResource(payment), deposits, otherDeposits, strays }
  },
})

const listExceptionsRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/exceptions',
  operationId: 'listExceptions',
  right: 'read',
  tag: 'Payments',
  summary: 'List payments that wait for your decision',
  description: 'The oldest comes first.',
  query: z.strictObject({ ...countedPage, ...lists.exceptions.filter }),
  answer: {
    description: 'The payments that match, all strays, and how many of each there are.',
    schema: z.strictObject({
      payments: z.array(PaymentResource),
      strays: z.array(StrayResource),
      counts: ExceptionCounts,
      page: ListPageResource,
    }),
  },
  async handle({ query, caller: { owner }, dependencies: { database, clock } }) {
    const { limit, offset } = query
    const [{ rows, page }, counts, strays, WrongChain] = await Promise.all([
      answerPage(database, lists.exceptions.list, toWanted(owner, query, clock.now())),
      countExceptions(database, owner),
      listStrays(database, owner, { limit, offset }),
      countStrays(database, owner),
    ])
    return {
      body: {
        payments: rows.map(toPaymentResource),
        strays,
        counts: { ...counts, WrongChain },
        page,
      },
    }
  },
})

export const paymentRoutes: readonly Route[] = [
  memberList(lists.payments, {
    schema: PaymentResource,
    show: (rows) => rows.map(toPaymentResource),
  }),
  createPaymentRoute,
  readPaymentRoute,
  listExceptionsRoute,
  payments.command('accept', { right: 'settle', summary: 'Accept what came' }),
  payments.command('cancel', {
    right: 'serve',
    summary: 'Cancel a payment',
    problems: ['SecondFactorRequired'],
    async act(send, call) {
      await requireFewCancellations(call)
      return send({ type: 'payment.cancel' })
    },
  }),
  payments.command('sweep', { right: 'settle', summary: 'Move the money on now' }),
  payments.command('recordRefund', {
    path: '/dashboard/api/{network}/payments/{id}/refunds',
    operationId: 'recordRefund',
    right: 'settle',
    summary: 'Record a refund made by hand',
    description: 'Says that you gave money back; this moves none.',
    body: NewRefund,
    act: (send, { body }, payment) => recordRefund(payment, body, send),
  }),
]
