/** The payment as it is now, for a checkout page that cannot follow the stream. */
import { z } from 'zod'
import type { PaymentView } from '../../../web/checkout/payment-view.ts'
import { ChainAddress, Time, TransactionHash } from '../../core/resources/fields.ts'
import { exceptions } from '../../core/resources/payment-state.ts'
import { PaymentMoney, paymentStatuses } from '../../core/resources/payment.ts'
import { ShopView } from '../schemas/shop.ts'
import { type Route, visitorRoute } from '../routing/route.ts'
import { readPayment } from './payment-reading.ts'
import { toPaymentView } from './payment-view.ts'

const BaseUnits = z.string().regex(/^[0-9]+$/)

const Transfer = z.strictObject({
  transactionHash: TransactionHash,
  logIndex: z.int(),
  amount: PaymentMoney,
  confirmations: z.int().meta({ description: 'Counted up to what is needed' }),
  isLate: z.boolean(),
  minedAt: Time,
})

const OtherToken = z.strictObject({
  token: ChainAddress,
  asset: z.string().nullable(),
  symbol: z.string().nullable().meta({ description: 'What wallets call it' }),
  amount: z.string(),
})

/** Every field of the view, and no other. */
const fields = {
  id: z.string(),
  status: z.enum(paymentStatuses),
  phase: z.string(),
  reason: z.string().nullable(),
  exception: z.enum(exceptions).nullable(),
  merchantName: z.string(),
  shop: ShopView,
  returnHosts: z
    .array(z.string())
    .meta({ description: 'Where the page may lead back to; none: anywhere' }),
  description: z.string().nullable(),
  amount: PaymentMoney,
  paidAmount: PaymentMoney,
  seenAmount: PaymentMoney,
  dueAmount: PaymentMoney,
  excessAmount: PaymentMoney,
  refundedAmount: PaymentMoney,
  dueBaseUnits: BaseUnits.meta({ description: '`dueAmount` for wallets' }),
  asset: z.strictObject({
    code: z.string(),
    symbol: z.string(),
    name: z.string(),
    decimals: z.int(),
    address: ChainAddress,
  }),
  blockchain: z.strictObject({
    name: z.string(),
    chainId: z.int(),
    nativeSymbol: z.string(),
    explorerUrl: z.string().nullable(),
    confirmations: z.int().meta({ description: 'How many a transfer needs before it counts' }),
    publicRpcUrl: z.string().nullable(),
  }),
  depositAddress: ChainAddress,
  derivation: z
    .strictObject({
      factory: ChainAddress,
      implementation: ChainAddress,
      receiver: ChainAddress,
      salt: z.string(),
    })
    .meta({ description: 'What the deposit address follows from, for the page to check it' }),
  createdAt: Time,
  expiresAt: Time,
  now: Time.meta({ description: 'Business time, by which the page counts down' }),
  transfers: z.array(Transfer),
  otherTokens: z.array(OtherToken),
} satisfies Record<keyof PaymentView, z.ZodType>

const viewPaymentRoute = visitorRoute({
  method: 'GET',
  path: '/checkout/{paymentId}/payment',
  operationId: 'viewPayment',
  tag: 'Checkout',
  summary: 'Read a payment as its payer sees it',
  description: 'The page follows `/checkout/{paymentId}/events` instead where it can.',
  params: z.object({ paymentId: z.string() }),
  cellOf: ({ params: { paymentId } }, cells) => cells.of({ by: 'payment', value: paymentId }),
  answer: {
    description: 'The payment as it is now.',
    schema: z.strictObject(fields).meta({ id: 'PaymentView' }),
  },
  problems: ['PaymentNotFound'],
  async handle({ params, dependencies }) {
    const reading = await readPayment(dependencies, params.paymentId)
    return { body: toPaymentView(reading, dependencies.clock.now()) }
  },
})

/** The calls of the checkout page that answer with JSON. */
export const payerRoutes: readonly Route[] = [viewPaymentRoute]
