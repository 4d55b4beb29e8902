/** A payment that a person asks for, without a server of the merchant: its link goes to the payer by mail or as a code. */
import { z } from 'zod'
import { dayMs, minuteMs, secondMs } from '../../../../machines/durations.ts'
import { PaymentResource, toPaymentResource } from '../../../core/resources/payment.ts'
import { createPayment, PaymentDescription } from '../../new-payment.ts'
import { daysAheadMax, minutesAheadMin } from '../../routes/payment-terms.ts'
import { memberRoute } from '../../routing/route.ts'
import { MoneyField, textField, wholeField } from '../../schemas/fields.ts'

const referenceLengthMax = 255

export const createPaymentRoute = memberRoute({
  method: 'POST',
  path: '/dashboard/api/{network}/payments',
  operationId: 'createPayment',
  right: 'sell',
  tag: 'Payments',
  summary: 'Ask for a payment',
  description: 'Next, give the payer `checkoutUrl`.',
  body: z
    .strictObject({
      amount: MoneyField,
      expiresInSeconds: wholeField(
        (minutesAheadMin * minuteMs) / secondMs,
        (daysAheadMax * dayMs) / secondMs,
      ).meta({ description: 'For how long it can be paid', examples: [86_400] }),
      description: PaymentDescription.optional(),
      reference: textField('a reference of yours', referenceLengthMax)
        .optional()
        .meta({
          description: 'Kept in `metadata` as `reference`; the payer does not see it',
          examples: ['2026-88123'],
        }),
    })
    .meta({ id: 'PaymentRequest' }),
  answer: { status: 201, description: 'The new payment.', schema: PaymentResource },
  problems: ['MerchantNotReady'],
  async handle(call) {
    const { amount, description, reference, expiresInSeconds } = call.body
    const payment = await createPayment(call, {
      amount,
      description,
      expiresAt: new Date(call.seed.at.getTime() + expiresInSeconds * secondMs),
      ...(reference !== undefined && { metadata: { reference } }),
    })
    return { body: toPaymentResource(payment) }
  },
})
