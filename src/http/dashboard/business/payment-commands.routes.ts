/** The decisions of a merchant's people about a payment: accept, cancel, sweep, record a refund. */
import { z } from 'zod'
import type { MessageEvent } from '../../../shared/message.ts'
import { PaymentResource, toPaymentResource } from '../../../core/resources/payment.ts'
import { commandActor, requireActor, type Target } from '../../commands.ts'
import { NewRefund, sendRefund, toRefundCommand } from '../../payment-refund.ts'
import { type Call, memberRoute, type Route } from '../../routing/route.ts'
import { NoFields } from '../../schemas/fields.ts'
import { IdParams } from '../../schemas/path.ts'
import { requireFewCancellations } from './few-cancellations.ts'

const pathPrefix = '/dashboard/api/{network}/payments/{id}'
const common = {
  method: 'POST',
  tag: 'Payments',
  params: IdParams,
  answer: { status: 200, description: 'The payment after the command.', schema: PaymentResource },
} as const

export const acceptPaymentRoute = commandRoute('accept', 'Accept what came')
export const cancelPaymentRoute = commandRoute('cancel', 'Cancel a payment')
export const sweepPaymentRoute = commandRoute('sweep', 'Move the money on now')

export const recordRefundRoute = memberRoute({
  ...common,
  path: `${pathPrefix}/refunds`,
  operationId: 'recordRefund',
  right: 'settle',
  summary: 'Record a refund made by hand',
  description: 'Says that you gave money back; this moves none.',
  body: NewRefund,
  problems: ['PaymentNotFound', 'CommandNotAllowed'],
  async handle(call) {
    const target = targetOf(call)
    const payment = await requireActor(call.dependencies, target)
    const refund = toRefundCommand(payment, call.body)
    return sendRefund(payment, call.body, refund, () => send(call, target, refund))
  },
})

function commandRoute(command: 'accept' | 'cancel' | 'sweep', summary: string): Route<'member'> {
  return memberRoute({
    ...common,
    path: `${pathPrefix}/${command}`,
    operationId: `${command}Payment`,
    right: command === 'cancel' ? 'serve' : 'settle',
    summary,
    body: NoFields,
    problems: [
      'PaymentNotFound',
      'CommandNotAllowed',
      ...(command === 'cancel' ? (['SecondFactorRequired'] as const) : []),
    ],
    async handle(call) {
      const target = targetOf(call)
      await requireActor(call.dependencies, target)
      if (command === 'cancel') await requireFewCancellations(call)
      return send(call, target, { type: `payment.${command}` })
    },
  })
}

const targetOf = ({
  params,
  caller,
}: Call<'member', z.output<typeof IdParams>>): Target<'payment'> => ({
  kind: 'payment',
  entityId: params.id,
  owner: caller.owner,
})

async function send(call: Call<'member'>, target: Target<'payment'>, event: MessageEvent) {
  return { body: toPaymentResource(await commandActor(call, { ...target, event })) }
}
