/**
 * Payments: created, listed, read, and a merchant's decisions about them. Where the payer pays is known from the first
 * answer.
 */
import { z } from 'zod'
import { refundsMax } from '../../../machines/payment/payment.events.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { DepositResource } from '../../core/resources/deposit.ts'
import { exceptions } from '../../core/resources/payment-state.ts'
import {
  PaymentResource,
  paymentStatuses,
  toPaymentResource,
} from '../../core/resources/payment.ts'
import { paymentList } from '../../store/lists/payment-list.ts'
import { listDepositResources } from '../../store/views/payment-deposits.ts'
import { requireActor } from '../commands.ts'
import { listRoute } from '../lists/list-route.ts'
import { NewRefund, recordRefund } from '../payment-refund.ts'
import { resourceRoutes } from '../resource-routes.ts'
import { merchantRoute, type Route } from '../routing/route.ts'
import { created, metadataParameter } from '../schemas/filters.ts'
import { MoneyField, textField } from '../schemas/fields.ts'
import { Metadata, metadataBytesMax, metadataDepthMax } from '../schemas/metadata.ts'
import { MomentWithOffset } from '../schemas/moment.ts'
import { limitMax, listParameter } from '../schemas/query.ts'
import { createPayment, PaymentDescription } from '../new-payment.ts'
import { asMade, readAsMade } from './as-made.ts'
import { daysAheadMax, minutesAheadMin } from './payment-terms.ts'

const path = '/integration/payments'
const PaymentParams = z.strictObject({ id: textField('a payment id', 100) })

const NewPayment = z
  .strictObject({
    amount: MoneyField.meta({
      description: 'What the payer has to pay; at least what is worth its gas',
    }),
    expiresAt: MomentWithOffset.meta({
      description:
        `Until when, ISO 8601 with an offset; at least ${minutesAheadMin} minute and at most ` +
        `${daysAheadMax} days ahead`,
      examples: ['2026-01-31T12:00:00Z'],
    }),
    description: PaymentDescription.nullish(),
    metadata: Metadata.nullish().meta({
      description:
        `An object or a text, given back as it was sent, in webhooks too; at most ` +
        `${metadataBytesMax} bytes as JSON and ${metadataDepthMax} levels`,
      examples: [{ order: 4711 }],
    }),
  })
  .meta({ id: 'NewPayment' })

const OnePayment = z.strictObject({ payment: PaymentResource })

const createPaymentRoute = merchantRoute({
  method: 'POST',
  path,
  operationId: 'createPayment',
  tag: 'Payments',
  summary: 'Create a payment',
  description:
    'Next, send the payer to `checkoutUrl`, or show `amount` and `depositAddress` yourself: ' +
    'whatever reaches that address can only go on to `receiver`.',
  body: NewPayment,
  answer: { status: 201, description: 'The new payment.', schema: OnePayment },
  problems: ['MerchantNotReady'],
  async handle(call) {
    const payment = await createPayment(call, call.body)
    return toAnswer(await asMade(call, payment))
  },
  async retell(call) {
    const made = await readAsMade(call, 'payment', call.seed.id)
    return made && toAnswer(made)
  },
})

const toAnswer = (payment: StoredActor<'payment'>) => ({
  body: { payment: toPaymentResource(payment) },
})

const listPaymentsRoute = listRoute('merchant', {
  name: 'payments',
  path,
  tag: 'Payments',
  description:
    'The newest comes first. `exceptionIn` finds those that wait for your decision, `metadata` those ' +
    'of your own order.',
  filter: {
    statusIn: listParameter(paymentStatuses),
    exceptionIn: listParameter(exceptions),
    metadata: metadataParameter,
    ...created,
  },
  list: paymentList,
  schema: PaymentResource,
  show: (rows) => rows.map(toPaymentResource),
})

const payments = resourceRoutes({
  access: 'merchant',
  kind: 'payment',
  noun: 'Payment',
  tag: 'Payments',
  path,
  params: PaymentParams,
  schema: OnePayment,
  show: (payment) => ({ payment: toPaymentResource(payment) }),
})

const listDepositsRoute = merchantRoute({
  method: 'GET',
  path: `${path}/{id}/deposits`,
  operationId: 'listDeposits',
  tag: 'Payments',
  summary: 'List what came for a payment',
  description: 'Transfer by transfer, as far as the chain still holds it. The newest comes first.',
  params: PaymentParams,
  answer: {
    description: `The newest ${limitMax} transfers of the token asked for.`,
    schema: z.strictObject({ deposits: z.array(DepositResource) }),
  },
  problems: ['PaymentNotFound'],
  async handle({ caller: { owner }, params, dependencies }) {
    const payment = await requireActor(dependencies, {
      kind: 'payment',
      entityId: params.id,
      owner,
    })
    const deposits = await listDepositResources(dependencies.database, payment, limitMax)
    return { body: { deposits } }
  },
})

export const paymentRoutes: readonly Route[] = [
  createPaymentRoute,
  listPaymentsRoute,
  payments.read({ summary: 'Read one payment' }),
  listDepositsRoute,
  payments.command('accept', {
    summary: 'Accept what came',
    description:
      'Takes what came for the price: a part while the rest is still due, too little, too late, too much, ' +
      'or although it was cancelled. The payment is `Succeeded` then, and what comes later is too much. ' +
      'Everything that was seen must be confirmed.',
  }),
  payments.command('recordRefund', {
    path: `${path}/{id}/refunds`,
    operationId: 'recordRefund',
    summary: 'Record a refund made by hand',
    description:
      'Says that you gave money back; this moves none. The command is called `recordRefund` ' +
      'among the `actions` of a payment. It gives back the excess that is there first, and then ' +
      `the price. A payment keeps at most ${refundsMax} refunds.`,
    body: NewRefund,
    act: (send, { body }, payment) => recordRefund(payment, body, send),
  }),
  payments.command('cancel', {
    summary: 'Cancel a payment',
    description:
      'Before the whole amount came. A part that is there waits for you, as `exception` `HeldAfterCancel`: give it ' +
      'back and record that, or accept it after all. The address is watched on, and so is what comes later. A payment that is cancelled already stays so: 200.',
  }),
  payments.command('sweep', {
    summary: 'Move the money on now',
    description:
      'Sends everything at the deposit address to `receiver`, tokens that nobody asked for too, ' +
      'paid from your gas wallet. Usually it happens by itself; this is for what was held back.',
  }),
]
