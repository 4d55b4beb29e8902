/** What a merchant's people can do about a payment, each with the money that it moves or forgives. */
import type { Money, Payment } from '../../../api/dashboard.generated.ts'
import { AddressText } from '../../../parts/address-text.tsx'
import { useRight } from '../../context.ts'
import { Amount } from '../../parts/money.tsx'
import { type Offers, OfferedCommands } from '../../parts/offered-commands.tsx'
import { excessOver } from '../../parts/stake/sums.ts'
import { WithOthers } from './other-amount.tsx'
import { PaymentStake } from './payment-stake.tsx'
import { RefundButton } from './refund.tsx'

type Props = {
  payment: Payment
  /** Where no screen is about this one payment, only what settles its exception is offered. */
  isAmongOthers?: boolean
}

export function PaymentCommands({ payment, isAmongOthers = false }: Props) {
  const maySettle = useRight('settle')
  const { id, actions } = payment
  const offers = offersOf(payment)
  return (
    <>
      <OfferedCommands
        list="payments"
        id={id}
        actions={actions}
        offers={isAmongOthers ? { ...offers, cancel: null } : offers}
      />
      {maySettle && actions.includes('recordRefund') && <RefundButton payment={payment} />}
    </>
  )
}

const offersOf = (payment: Payment): Offers<'payments'> => ({
  accept: {
    right: 'settle',
    label: 'Accept the payment',
    consequence: (
      <PaymentStake payment={payment} moves={<Accepted {...payment} />}>
        It then counts as paid. This cannot be taken back.
      </PaymentStake>
    ),
  },
  cancel: {
    right: 'serve',
    label: 'Cancel the payment',
    consequence: (
      <PaymentStake
        payment={payment}
        moves={
          <>
            <Shown {...payment.dueAmount} /> of <Shown {...payment.amount} /> are not asked for any
            more.
          </>
        }
      >
        Money that still comes is shown as an exception.
      </PaymentStake>
    ),
    mood: 'danger',
  },
  sweep: {
    right: 'settle',
    label: 'Move the money on',
    consequence: (
      <PaymentStake
        payment={payment}
        moves={
          <>
            <Held {...payment} /> move from the deposit address to your receiver.
          </>
        }
      >
        Your receiver is <AddressText address={payment.receiver} />. Your gas wallet pays for it.
      </PaymentStake>
    ),
  },
})

const Shown = ({ value, currency }: Money) => <Amount value={value} asset={currency} />

/** What is the matter with a payment of which the whole amount came. */
const whole: Record<string, string> = {
  Late: 'all of it came, but late.',
  HeldAfterCancel: 'all of it came, though you had cancelled it.',
}

/** Says what is accepted for what, and what that leaves with whom. */
function Accepted({ amount, paidAmount, excessAmount, exception }: Payment) {
  const { currency } = amount
  const lacking = excessOver(amount.value, paidAmount.value)
  return (
    <>
      Accept <Shown {...paidAmount} /> for <Shown {...amount} />:{' '}
      {excessAmount.value !== '0' ? (
        <>
          <Shown {...excessAmount} /> too much stay with you.
        </>
      ) : lacking !== '0' ? (
        <>
          <Amount value={lacking} asset={currency} /> are forgiven.
        </>
      ) : (
        (whole[exception ?? ''] ?? 'all of it came.')
      )}
    </>
  )
}

/** What lies at the deposit address still, and what came besides. */
const Held = ({ paidAmount, settledAmount, otherTokens }: Payment) => (
  <WithOthers
    value={excessOver(paidAmount.value, settledAmount.value)}
    currency={paidAmount.currency}
    others={otherTokens}
  />
)
