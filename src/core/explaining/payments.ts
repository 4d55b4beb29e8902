/** Finds the troubles of a payment and of a payer's permit. */
import { dueOf, totalConfirmed, totalSeen } from '../../../machines/payment/payment.context.ts'
import type { PaymentContext } from '../../../machines/payment/payment.context.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { exceptionOf, reasonOf, settlementOf } from '../resources/payment-state.ts'
import { paymentExceptions, paymentReasons } from '../reasons/payment-reasons.ts'
import { permitReasons } from '../reasons/permit-reasons.ts'
import type { ReasonWords } from '../reasons/reason-words.ts'
import { settlementReasons } from '../reasons/settlement-reasons.ts'
import { fact, money } from '../story/values.ts'
import { type Trouble, troubleIn, troubleOf } from './trouble.ts'
import { reasonOfWait } from '../reasons/wait-reasons.ts'
import type { Facts } from './facts.ts'

/** A decision of the merchant comes first, then what is missing, then where the money stays. */
export function findTroubleOfPayment(actor: StoredActor<'payment'>, facts: Facts): Trouble | null {
  const payment = actor.snapshot.context
  const exception = exceptionOf(actor)
  if (exception) return troubleOf('Decision', exception, paymentExceptions[exception], payment)
  const reason = reasonOf(actor)
  if (reason === 'TakenBack') return troubleOf('Wait', reason, paymentReasons[reason], payment)
  if (actor.phase === 'Partial') return troubleOf('Wait', null, inPart, payment)
  if (actor.phase === 'Confirming') return troubleOf('Wait', null, unconfirmed, payment)
  return findTroubleOfSettlement(payment, facts) ?? endOf(actor)
}

function endOf(actor: StoredActor<'payment'>): Trouble | null {
  const reason = reasonOf(actor)
  if (!reason) return null
  return troubleOf('End', reason, paymentReasons[reason], actor.snapshot.context)
}

function findTroubleOfSettlement(
  payment: PaymentContext,
  { sending, minSweep }: Facts,
): Trouble | null {
  if (settlementOf(payment) !== 'Waiting') return null
  const reason = payment.sweepReason ?? reasonOfWait(sending.wait)
  if (reason === null) return null
  const transactionId = payment.sweepTransactionId
  const facts = { ...sending, transactionId, payment, minSweep }
  return troubleIn(settlementReasons, 'Wait', reason, facts)
}

export function findTroubleOfPermit(actor: StoredActor<'permit'>, facts: Facts): Trouble | null {
  const { status, snapshot } = actor
  const permit = snapshot.context
  const reason = permit.reason ?? (status === 'Waiting' ? reasonOfWait(facts.sending.wait) : null)
  if (reason === null) return null
  const isUnderWay = status === 'Waiting' || status === 'Sent'
  const about = isUnderWay ? 'Wait' : status === 'Used' ? 'End' : 'Failure'
  return troubleIn(permitReasons, about, reason, { ...facts.sending, permit })
}

const inPart: ReasonWords<PaymentContext> = {
  says: 'a part of the amount came',
  condition: 'The whole amount came in time.',
  values: (payment) => [
    money('asked for', payment.amount, payment),
    money('came', totalSeen(payment), payment),
    money('missing', dueOf(payment), payment),
    { name: 'can be paid until', value: payment.expiresAt },
  ],
  change:
    'The payer sends the rest to the same address; or you accept the part, or cancel and give it back.',
  helper: 'payer',
}

const unconfirmed: ReasonWords<PaymentContext> = {
  says: 'the whole amount came and is not confirmed yet',
  condition: 'The block of the transfer is deep enough in the chain.',
  values: (payment) => [
    money('came', totalSeen(payment), payment),
    money('confirmed', totalConfirmed(payment), payment),
    ...fact('transaction', payment.transactionHash),
  ],
  change: 'It counts by itself once enough blocks follow.',
  helper: 'nobody',
}
