/** A refund that the merchant has made by hand, as it is recorded at the payment. */
import { z } from 'zod'
import { openPayments } from '../core/states.ts'
import { type PaymentEvent, refundsMax } from '../../machines/payment/payment.events.ts'
import { formatMoney, parseAmount } from '../shared/money.ts'
import { badRequest, Problem } from '../shared/problems.ts'
import type { StoredActor } from '../shared/stored-actor.ts'
import { isFullOfRefunds, type Refundable, refundablesOf } from '../core/resources/refundable.ts'
import { AnyCaseHash, MoneyField } from './schemas/fields.ts'

const noteLengthMax = 500
const codeShownMax = 80

export const NewRefund = z
  .strictObject({
    amount: MoneyField.meta({
      description:
        'A part of what came, in the token in which it came; at most what is not given back yet',
    }),
    transactionHash: AnyCaseHash.nullish().meta({
      description: 'The hash of the transfer that gave it back',
    }),
    note: z.string().max(noteLengthMax).nullish().meta({ description: 'For you alone' }),
  })
  .meta({ id: 'NewRefund' })
type NewRefund = z.output<typeof NewRefund>

type RecordRefund = Extract<PaymentEvent, { type: 'payment.recordRefund' }>

/** Makes the command of it; throws a `BadRequest` for what is no amount of a token that came. */
function toRefundCommand(
  payment: StoredActor<'payment'>,
  { amount, transactionHash, note }: NewRefund,
): RecordRefund {
  const token = requireTokenThatCame(payment, amount.currency)
  const parsed = parseAmount(amount.value, token.decimals)
  if (!parsed.ok) throw badRequest([{ path: 'amount.value', message: parsed.message }])
  return {
    type: 'payment.recordRefund',
    amount: String(parsed.baseUnits),
    asset: token.asset,
    transactionHash: transactionHash ?? null,
    note: note ?? null,
  }
}

/**
 * Records the refund by `send`. The reason is searched for only after a refusal: the same request, sent again,
 * has its answer already. Throws a `BadRequest` for what is no amount of a token that came, or more than can be given
 * back, and a `CommandNotAllowed` that names the limit where that is reached.
 */
export async function recordRefund<Answer>(
  payment: StoredActor<'payment'>,
  refund: NewRefund,
  send: (command: RecordRefund) => Promise<Answer>,
): Promise<Answer> {
  const command = toRefundCommand(payment, refund)
  try {
    return await send(command)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'CommandNotAllowed') throw error
    if (isFullOfRefunds(payment))
      throw explained(error, `A payment keeps at most ${refundsMax} refunds, and has them.`)
    const { amount } = refund
    const token = requireTokenThatCame(payment, amount.currency)
    if (token.asset === null && openPayments.includes(payment.status))
      throw explained(error, `Until it is decided, only what came in other tokens is given back.`)
    const takesRefunds = payment.snapshot.acceptedCommands.includes('recordRefund')
    throw takesRefunds && BigInt(command.amount) > token.baseUnits ? tooMuch(amount, token) : error
  }
}

const explained = ({ code, message, details, headers }: Problem, why: string) =>
  new Problem(code, `${message} ${why}`, { details, headers })

function requireTokenThatCame(payment: StoredActor<'payment'>, code: string): Refundable {
  const refundables = refundablesOf(payment)
  const token = refundables.find((refundable) => refundable.code === code)
  if (token) return token
  const known = refundables.map((refundable) => refundable.code).join(' or ')
  const message = `'${code.slice(0, codeShownMax)}' did not come here; use ${known}`
  throw badRequest([{ path: 'amount.currency', message }])
}

function tooMuch({ value, currency }: MoneyField, { baseUnits, decimals, code }: Refundable) {
  const left = formatMoney(baseUnits, decimals, code)
  const message = `is ${value} ${currency}, but of what came only ${left} is not given back yet`
  return badRequest([{ path: 'amount.value', message }])
}
