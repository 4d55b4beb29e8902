/** Payments: created, read and listed. Where the payer pays is known from the first answer. */
import { z } from 'zod'
import { replay } from '../../core/story/replay.ts'
import { requireKind, type StoredActor } from '../../shared/stored-actor.ts'
import { DepositResource } from '../../core/resources/deposit.ts'
import { exceptions } from '../../core/resources/payment-state.ts'
import {
  PaymentResource,
  paymentStatuses,
  toPaymentResource,
} from '../../core/resources/payment.ts'
import { paymentList } from '../../store/lists/payment-list.ts'
import { readJournal } from '../../store/views/entities/journal.ts'
import { listDepositResources } from '../../store/views/payment-deposits.ts'
import { type MerchantCall, merchantRoute } from '../routing/route.ts'
import { answerPage, listPage, ListPageResource, toWanted } from '../lists/page.ts'
import { created, metadataParameter } from '../schemas/filters.ts'
import { MoneyField } from '../schemas/fields.ts'
import { Metadata, metadataBytesMax, metadataDepthMax } from '../schemas/metadata.ts'
import { MomentWithOffset } from '../schemas/moment.ts'
import { limitMax, listParameter } from '../schemas/query.ts'
import { PaymentParams, requirePayment } from './payment-lookup.ts'
import { createPayment, PaymentDescription } from '../new-payment.ts'
import { daysAheadMax, minutesAheadMin } from './payment-terms.ts'

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

export const createPaymentRoute = merchantRoute({
  method: 'POST',
  path: '/integration/payments',
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
    // Another try may have made it sooner, and it may have moved since.
    const made = payment.revision === 1 ? payment : await readAsMade(call)
    return toAnswer(made ?? payment)
  },
  async retell(call) {
    const made = await readAsMade(call)
    return made && toAnswer(made)
  },
})

const toAnswer = (payment: StoredActor<'payment'>) => ({
  body: { payment: toPaymentResource(payment) },
})

/** Reads the request's payment as it was made, whatever has come for it since: its first turn is decided again. */
async function readAsMade({
  seed: { id },
  caller: { owner },
  dependencies: { database },
}: MerchantCall): Promise<StoredActor<'payment'> | null> {
  const whose = { kind: 'payment', id, ...owner } as const
  const turns = await readJournal(database, whose, { after: 0, limit: 1 })
  return turns.length > 0 ? requireKind(replay(turns), 'payment') : null
}

export const listPaymentsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/payments',
  operationId: 'listPayments',
  tag: 'Payments',
  summary: 'List payments',
  description:
    'The newest comes first. `exceptionIn` finds those that wait for your decision, `metadata` those ' +
    'of your own order.',
  query: z.strictObject({
    statusIn: listParameter(paymentStatuses),
    exceptionIn: listParameter(exceptions),
    metadata: metadataParameter,
    ...created,
    ...listPage,
  }),
  answer: {
    status: 200,
    description: 'The payments that match.',
    schema: z.strictObject({ payments: z.array(PaymentResource), page: ListPageResource }),
  },
  async handle({ caller: { owner }, query, dependencies: { database, clock } }) {
    const wanted = toWanted(owner, query, clock.now())
    const { rows, page } = await answerPage(database, paymentList, wanted)
    return { body: { payments: rows.map(toPaymentResource), page } }
  },
})

export const getPaymentRoute = merchantRoute({
  method: 'GET',
  path: '/integration/payments/{id}',
  operationId: 'getPayment',
  tag: 'Payments',
  summary: 'Read one payment',
  params: PaymentParams,
  answer: { status: 200, description: 'The payment as it is now.', schema: OnePayment },
  problems: ['PaymentNotFound'],
  async handle({ caller, params, dependencies }) {
    const payment = await requirePayment(dependencies, caller.owner, params.id)
    return { body: { payment: toPaymentResource(payment) } }
  },
})

export const listDepositsRoute = merchantRoute({
  method: 'GET',
  path: '/integration/payments/{id}/deposits',
  operationId: 'listDeposits',
  tag: 'Payments',
  summary: 'List what came for a payment',
  description: 'Transfer by transfer, as far as the chain still holds it. The newest comes first.',
  params: PaymentParams,
  answer: {
    status: 200,
    description: `The newest ${limitMax} transfers of the token asked for.`,
    schema: z.strictObject({ deposits: z.array(DepositResource) }),
  },
  problems: ['PaymentNotFound'],
  async handle({ caller, params, dependencies }) {
    const payment = await requirePayment(dependencies, caller.owner, params.id)
    const deposits = await listDepositResources(dependencies.database, payment, limitMax)
    return { body: { deposits } }
  },
})
