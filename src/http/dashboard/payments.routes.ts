/** Payments as their merchant's people see them, and the inbox of those that want a decision. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { MessageEvent } from '../../shared/message.ts'
import { exceptions } from '../../store/resources/payment-state.ts'
import { paymentPhases, paymentStatuses, toPaymentResource } from '../../store/resources/payment.ts'
import { listDepositResources } from '../../store/views/payment-deposits.ts'
import { countExceptions, countPayments, listPayments } from '../../store/views/payments.ts'
import { countStrays, listStrays } from '../../store/views/strays.ts'
import { NewRefund, sendRefund, toRefundCommand } from '../payment-refund.ts'
import { limitMax, listOf, page, single } from '../schemas/query.ts'
import { requireActor, sendCommand } from './command.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { IdParams, parse } from './parse.ts'
import { ownerOf } from './session.ts'

const PaymentQuery = z.strictObject({
  ...page,
  statusIn: listOf(paymentStatuses),
  phaseIn: listOf(paymentPhases),
  exceptionIn: listOf(exceptions),
  asset: single(z.string()).optional(),
  /** An id, a deposit address, or a transaction's hash, as it was copied from somewhere. */
  search: single(z.string().trim()).optional(),
})
const ExceptionQuery = z.strictObject({ ...page, exceptionIn: listOf(exceptions) })
const NoFields = z.strictObject({})

export function paymentRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database } = dependencies

  app.get('/payments', async (request) => {
    const { limit, offset, ...filter } = parse(request, { query: PaymentQuery }).query
    const owner = ownerOf(request)
    const [payments, total] = await Promise.all([
      listPayments(database, owner, filter, { limit, offset }),
      countPayments(database, owner, filter),
    ])
    return { payments: payments.map(toPaymentResource), page: { limit, offset, total } }
  })

  app.get('/payments/:id', async (request) => {
    const payment = await requireActor(dependencies, targetOf(request))
    const [deposits, strays] = await Promise.all([
      listDepositResources(database, payment, limitMax),
      listStrays(database, ownerOf(request), { limit: limitMax, offset: 0 }, payment.id),
    ])
    return { ...toPaymentResource(payment), deposits, strays }
  })

  app.get('/exceptions', async (request) => {
    const { limit, offset, exceptionIn } = parse(request, { query: ExceptionQuery }).query
    const owner = ownerOf(request)
    const wanted = exceptionIn.length > 0 ? exceptionIn : [...exceptions]
    const filter = { exceptionIn: wanted }
    const [payments, counts, strays, WrongChain] = await Promise.all([
      listPayments(database, owner, filter, { limit, offset }, 'oldestFirst'),
      countExceptions(database, owner),
      listStrays(database, owner, { limit, offset }),
      countStrays(database, owner),
    ])
    const total = wanted.reduce((sum, exception) => sum + counts[exception], 0)
    return {
      payments: payments.map(toPaymentResource),
      strays,
      counts: { ...counts, WrongChain },
      page: { limit, offset, total },
    }
  })
}

export function paymentCommandRoutes(
  app: FastifyInstance,
  dependencies: DashboardDependencies,
): void {
  for (const command of ['accept', 'cancel', 'sweep'] as const)
    app.post(`/payments/:id/${command}`, (request) => {
      parse(request, { body: NoFields })
      return send(request, { type: `payment.${command}` })
    })

  app.post('/payments/:id/refunds', async (request) => {
    const { body } = parse(request, { body: NewRefund })
    const payment = await requireActor(dependencies, targetOf(request))
    const refund = toRefundCommand(payment, body)
    return sendRefund(payment, body, refund, () => send(request, refund))
  })

  const send = async (request: FastifyRequest, event: MessageEvent) =>
    toPaymentResource(await sendCommand(dependencies, targetOf(request), event))
}

function targetOf(request: FastifyRequest) {
  const { id } = parse(request, { params: IdParams }).params
  return { kind: 'payment', id, owner: ownerOf(request) } as const
}
