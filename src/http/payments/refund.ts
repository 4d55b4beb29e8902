/** A refund that the merchant has made by hand, as it is told to the payment. */
import { z } from 'zod'
import { type PaymentContext, refundableOf } from '../../../machines/payment/payment.context.ts'
import type { PaymentEvent } from '../../../machines/payment/payment.events.ts'
import { formatMoney, parseAmount } from '../../shared/money.ts'
import { badRequest } from '../../shared/problems.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { AnyCaseHash, MoneyField } from '../schemas/fields.ts'

const noteLengthMax = 500
const wordsShownMax = 80

export const NewRefund = z
  .strictObject({
    amount: MoneyField.meta({
      description:
        'Of what came, in the token in which it came; at most what is not given back yet',
    }),
    transactionHash: AnyCaseHash.nullish().meta({
      description: 'Of the transfer that gave it back',
    }),
    note: z.string().max(noteLengthMax).nullish().meta({ description: 'For you alone' }),
  })
  .meta({ id: 'NewRefund' })
export type NewRefund = z.output<typeof NewRefund>

type RecordRefund = Extract<PaymentEvent, { type: 'payment.recordRefund' }>

/**
 * Makes the command of it; throws a `BadRequest` for more than can be given back. Where the
 * payment takes no refunds at all it is the payment that says so, and where another refund
 * comes first as well.
 */
export function toRefundCommand(actor: StoredActor, refund: NewRefund): RecordRefund {
  const payment = actor.snapshot.context as PaymentContext
  const token = requireTokenThatCame(payment, refund.amount.currency)
  const amount = parseAmount(refund.amount.value, token.decimals)
  if (!amount.ok) throw badRequest([{ path: 'amount.value', message: amount.message }])
  const refundable = refundableOf(payment, token.asset)
  if (actor.snapshot.actions.includes('recordRefund') && amount.baseUnits > refundable)
    throw tooMuch(refund.amount, formatMoney(refundable, token.decimals, refund.amount.currency))
  return {
    type: 'payment.recordRefund',
    amount: String(amount.baseUnits),
    asset: token.asset,
    transactionHash: refund.transactionHash ?? null,
    note: refund.note ?? null,
  }
}

/** The token asked for has no code here: `asset` is null. */
function requireTokenThatCame(
  { asset, decimals, others }: PaymentContext,
  code: string,
): { asset: string | null; decimals: number } {
  if (code === asset) return { asset: null, decimals }
  const other = others.find((token) => token.asset === code)
  if (other && other.decimals !== null) return { asset: code, decimals: other.decimals }
  const came = [asset, ...others.flatMap((token) => token.asset ?? [])]
  const message = `'${code.slice(0, wordsShownMax)}' did not come here; use ${came.join(' or ')}`
  throw badRequest([{ path: 'amount.currency', message }])
}

const tooMuch = ({ value, currency }: MoneyField, refundable: string) =>
  badRequest([
    {
      path: 'amount.value',
      message: `is ${value} ${currency}, but of what came only ${refundable} is not given back yet`,
    },
  ])
