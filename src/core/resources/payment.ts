/** A payment as merchants see it, in API answers and inside webhooks. */
import { z } from 'zod'
import type { StatusOf } from '../../../machines/actors.ts'
import {
  dueOf,
  excessOf,
  type PaymentContext,
  totalConfirmed,
  totalRefunded,
  totalSeen,
} from '../../../machines/payment/payment.context.ts'
import { paymentStandings } from '../../../machines/payment/payment.standing.ts'
import type { SettlementReason } from '../../../machines/reasons.ts'
import { formatAmount } from '../../shared/money.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { listAccepted } from '../accepted/accepted-commands.ts'
import { ChainAddress, exampleId, Time, TransactionHash } from './fields.ts'
import {
  exceptionOf,
  exceptions,
  reasonOf,
  settlementOf,
  settlements,
  standingIn,
} from './payment-state.ts'
import { PaymentReasonField, SettlementReasonField } from '../reasons/reason-fields.ts'

export const paymentStatuses = [
  'Created',
  'InProgress',
  'Succeeded',
  'Failed',
  'Expired',
] as const satisfies readonly StatusOf['payment'][]

/** Lists where a payment can stand, for people; the first is a status with nothing inside. */
export const paymentPhases = paymentStandings

/** An amount and its asset code, in two fields. */
export const PaymentMoney = z
  .strictObject({
    value: z.string().meta({ description: 'A plain decimal', examples: ['10'] }),
    currency: z.string().meta({ description: 'Asset code', examples: ['ltUSDC'] }),
  })
  .meta({ id: 'Money' })
export type PaymentMoney = z.infer<typeof PaymentMoney>

const Metadata = z.union([z.string(), z.record(z.string(), z.unknown())])

const Refund = z.strictObject({
  amount: PaymentMoney,
  transactionHash: TransactionHash.nullable(),
  note: z.string().nullable(),
})

export const OtherToken = z.strictObject({
  token: ChainAddress,
  asset: z.string().nullable().meta({ description: 'Its code, where it is a known one' }),
  amount: z.string().meta({ description: 'A plain decimal; base units where it is unknown' }),
})

export const PaymentResource = z
  .strictObject({
    id: z.string().meta({ description: 'Payment identifier', examples: [exampleId] }),
    status: z.enum(paymentStatuses),
    phase: z.enum(paymentPhases).meta({ description: "The machine's inner state, for people" }),
    reason: PaymentReasonField.nullable().meta({
      description:
        'Why it is where it is. `TakenBack`: less is seen than was seen before, because the ' +
        'chain took a block back; usually the money comes again by itself',
    }),
    exception: z
      .enum(exceptions)
      .nullable()
      .meta({
        description:
          'What waits for your decision: accept it, or record a refund. `HeldAfterCancel`: you cancelled it, ' +
          'and money is there, from before or after that. `NotSettled`: the money does not move on, see ' +
          '`settlementReason`; it is tried again by itself',
      }),
    amount: PaymentMoney.meta({ description: 'What is asked for' }),
    paidAmount: PaymentMoney.meta({ description: 'What came and is confirmed' }),
    seenAmount: PaymentMoney.meta({ description: 'What came, confirmed or not' }),
    dueAmount: PaymentMoney.meta({ description: 'What has still to come' }),
    excessAmount: PaymentMoney.meta({ description: 'Confirmed above the price, not given back' }),
    refundedAmount: PaymentMoney.meta({
      description:
        'What you recorded as given back: first of the excess that was there, the rest of the price',
    }),
    settledAmount: PaymentMoney.meta({
      description:
        'What left the deposit address for `receiver`; of a token that keeps a fee, less arrives',
    }),
    settlement: z.enum(settlements),
    settlementReason: SettlementReasonField.nullable().meta({
      description: 'Why the money waits',
    }),
    asset: z.string().meta({ examples: ['ltUSDC'] }),
    blockchain: z.string().meta({ examples: ['LocalTestNet'] }),
    depositAddress: ChainAddress.meta({ description: 'Where the payer sends the amount' }),
    receiver: ChainAddress.meta({ description: 'Your address, where the money goes from there' }),
    transactionHash: TransactionHash.nullable().meta({
      description: 'The newest transfer to the deposit address',
    }),
    otherTokens: z.array(OtherToken).meta({ description: 'Tokens that nobody asked for' }),
    refunds: z.array(Refund),
    actions: z.array(z.string()).meta({
      description:
        'The commands accepted now, each the call of its name, but `recordRefund`, which is `POST …/refunds`',
    }),
    description: z.string().nullable(),
    metadata: Metadata.nullable().meta({ description: 'The metadata as you sent it' }),
    checkoutUrl: z.string().meta({ description: 'The page on which the payer pays' }),
    expiresAt: Time,
    createdAt: Time,
  })
  .meta({ id: 'Payment', description: 'An amount of one token, paid once.' })
export type PaymentResource = z.infer<typeof PaymentResource>

/** Writes base units of the payment's token as money. */
export const moneyOf = (
  { decimals, asset }: Pick<PaymentContext, 'decimals' | 'asset'>,
  baseUnits: bigint | string,
): PaymentMoney => ({ value: formatAmount(baseUnits, decimals), currency: asset })

/** Returns the base units that have still to come; none where it is too late to send them. */
function dueNow({ status, snapshot }: StoredActor<'payment'>): bigint {
  const isOpen = status === 'Created' || status === 'InProgress'
  return isOpen ? dueOf(snapshot.context) : 0n
}

/** Returns the base units that are due; once it is too late to send them, those that were missing. */
export function missingOf(actor: StoredActor<'payment'>): bigint {
  if (actor.phase !== 'Underpaid') return dueNow(actor)
  const payment = actor.snapshot.context
  return BigInt(payment.amount) - totalSeen(payment)
}

export function toPaymentResource(actor: StoredActor<'payment'>): PaymentResource {
  const payment = actor.snapshot.context
  const money = (baseUnits: bigint | string) => moneyOf(payment, baseUnits)
  return {
    id: actor.id,
    status: actor.status,
    phase: standingIn(actor),
    reason: reasonOf(actor),
    exception: exceptionOf(actor),
    amount: money(payment.amount),
    paidAmount: money(totalConfirmed(payment)),
    seenAmount: money(totalSeen(payment)),
    dueAmount: money(dueNow(actor)),
    excessAmount: money(excessOf(payment)),
    refundedAmount: money(totalRefunded(payment)),
    settledAmount: money(payment.swept),
    settlement: settlementOf(payment),
    settlementReason: payment.sweepReason as SettlementReason | null,
    asset: payment.asset,
    blockchain: payment.blockchain,
    depositAddress: payment.depositAddress,
    receiver: payment.receiver,
    transactionHash: payment.transactionHash,
    otherTokens: payment.others.map(toOtherToken),
    refunds: payment.refunds.map((refund) => toRefund(payment, refund)),
    actions: listAccepted('merchant', actor),
    description: payment.description,
    metadata: payment.metadata === null ? null : JSON.parse(payment.metadata),
    checkoutUrl: payment.checkoutUrl,
    expiresAt: payment.expiresAt,
    createdAt: payment.createdAt,
  }
}

export const toOtherToken = ({
  token,
  asset,
  decimals,
  amount,
}: PaymentContext['others'][number]): z.infer<typeof OtherToken> => ({
  token,
  asset,
  amount: decimals === null ? amount : formatAmount(amount, decimals),
})

function toRefund(
  payment: PaymentContext,
  { amount, asset, transactionHash, note }: PaymentContext['refunds'][number],
) {
  const other = payment.others.find((token) => token.asset === asset)
  const money =
    asset === null || !other
      ? moneyOf(payment, amount)
      : moneyOf({ asset, decimals: other.decimals ?? 0 }, amount)
  return { amount: money, transactionHash, note }
}
