/** The decisions of a merchant about a payment: accept, cancel, sweep, record a refund. */
import { z } from 'zod'
import { refundsMax } from '../../../machines/payment/payment.events.ts'
import type { MessageEvent } from '../../shared/message.ts'
import { PaymentResource, toPaymentResource } from '../../core/resources/payment.ts'
import { commandActor } from '../commands.ts'
import { NewRefund, sendRefund, toRefundCommand } from '../payment-refund.ts'
import { type MerchantCall, merchantRoute, type MerchantRoute } from '../routing/route.ts'
import { NoFields } from '../schemas/fields.ts'
import { PaymentParams, requirePayment } from './payment-lookup.ts'

const pathPrefix = '/integration/payments/{id}'
const common = {
  method: 'POST',
  tag: 'Payments',
  params: PaymentParams,
  answer: {
    status: 200,
    description: 'The payment after the command.',
    schema: z.strictObject({ payment: PaymentResource }),
  },
  problems: ['PaymentNotFound', 'CommandNotAllowed'],
} as const

export const acceptPaymentRoute = commandRoute('accept', {
  summary: 'Accept what came',
  description:
    'Takes what came for the price: a part while the rest is still due, too little, too late, too much, ' +
    'or although it was cancelled. The payment is `Succeeded` then, and what comes later is too much. ' +
    'Everything that was seen must be confirmed.',
})

export const cancelPaymentRoute = commandRoute('cancel', {
  summary: 'Cancel a payment',
  description:
    'Before the whole amount came. A part that is there waits for you, as `exception` `HeldAfterCancel`: give it ' +
    'back and record that, or accept it after all. The address is watched on, and so is what comes later. A payment that is cancelled already stays so: 200.',
})

export const sweepPaymentRoute = commandRoute('sweep', {
  summary: 'Move the money on now',
  description:
    'Sends everything at the deposit address to `receiver`, tokens that nobody asked for too, ' +
    'paid from your gas wallet. Usually it happens by itself; this is for what was held back.',
})

export const recordRefundRoute = merchantRoute({
  ...common,
  path: `${pathPrefix}/refunds`,
  operationId: 'recordRefund',
  summary: 'Record a refund made by hand',
  description:
    'Says that you gave money back; this moves none. The command is called `recordRefund` ' +
    'among the `actions` of a payment. It gives back the excess that is there first, and then ' +
    `the price. A payment keeps at most ${refundsMax} refunds.`,
  body: NewRefund,
  problems: [...common.problems],
  async handle(call) {
    const payment = await requirePayment(call.dependencies, call.caller.owner, call.params.id)
    const refund = toRefundCommand(payment, call.body)
    return sendRefund(payment, call.body, refund, () => command(call, payment.id, refund))
  },
})

function commandRoute(
  name: 'accept' | 'cancel' | 'sweep',
  { summary, description }: { summary: string; description: string },
): MerchantRoute {
  return merchantRoute({
    ...common,
    path: `${pathPrefix}/${name}`,
    operationId: `${name}Payment`,
    summary,
    description,
    body: NoFields,
    problems: [...common.problems],
    async handle(call) {
      const { id } = await requirePayment(call.dependencies, call.caller.owner, call.params.id)
      return command(call, id, { type: `payment.${name}` })
    },
  })
}

async function command(call: MerchantCall, entityId: string, event: MessageEvent) {
  const { owner } = call.caller
  const payment = await commandActor(call, { kind: 'payment', entityId, owner, event })
  return { body: { payment: toPaymentResource(payment) } }
}
