import type { Money, Payment, PaymentWithDeposits } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { sayName } from '../entity/entity-words.ts'
import { useRight } from '../../context.ts'
import { AddressText, Ends } from '../../../parts/address-text.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Metadata } from '../../parts/metadata.tsx'
import { Amount } from '../../parts/money.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen, Section } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'
import { Why } from '../entity/why.tsx'
import { PayersLink } from './new-payment.tsx'
import { OtherAmount, OtherCame } from './other-amount.tsx'
import { PaymentCommands } from './payment-commands.tsx'
import { phrase } from '../../phrase.ts'

export default function Payment({ params: { id = '' } }: AddressProps) {
  const { reading, readAgain } = useRead<PaymentWithDeposits>(
    `/payments/${encodeURIComponent(id)}`,
    {
      kinds: ['payment', 'transaction'],
    },
  )
  return (
    <ReadGate title={sayName('payment')} reading={reading} readAgain={readAgain}>
      {(payment) => (
        <Screen
          title={payment.description || phrase`Payment ${payment.id}`}
          actions={
            <>
              <ShareButton payment={payment} />
              <PaymentCommands payment={payment} />
            </>
          }
        >
          <Why name={{ entity: 'payments', kind: 'payment', id: payment.id }} />
          <PaymentFacts payment={payment} />
          <Refunds refunds={payment.refunds} />
          <Life name={{ entity: 'payments', kind: 'payment', id: payment.id }} />
        </Screen>
      )}
    </ReadGate>
  )
}

/** While somebody could still pay. */
function ShareButton({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false)
  const maySell = useRight('sell')
  if (!maySell || !['Created', 'InProgress'].includes(payment.status)) return null
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen && <PayersLink payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

const write = ({ value, currency }: Money) => <Amount value={value} asset={currency} />

function PaymentFacts({ payment }: { payment: PaymentWithDeposits }) {
  const { status, phase, reason, exception, settlement } = payment
  return (
    <div class="card">
      <Facts
        facts={[
          ['Status', <Status key="status" name={status} />],
          exception !== null && ['Exception', <Status key="exception" name={exception} />],
          ['Phase', spaced(phase)],
          reason !== null && ['Reason', spaced(reason)],
          ['Amount', write(payment.amount)],
          ['Paid', write(payment.paidAmount)],
          payment.otherTokens.length > 0 && [
            'Other tokens that came',
            <OtherTokens key="others" {...payment} />,
          ],
          ['Still due', write(payment.dueAmount)],
          ['Too much', write(payment.excessAmount)],
          ['Refunded', write(payment.refundedAmount)],
          ['Settled', write(payment.settledAmount)],
          ['Settlement', spaced(settlement)],
          ['Created', <When key="created" at={payment.createdAt} />],
          ['Expires', <When key="expires" at={payment.expiresAt} />],
          ['Deposit address', <AddressText key="deposit" address={payment.depositAddress} />],
          ['Receiver', <AddressText key="receiver" address={payment.receiver} />],
          payment.transactionHash !== null && [
            'Transaction',
            <code key="hash" translate={false}>
              {payment.transactionHash}
            </code>,
          ],
          [
            'Checkout page',
            <a key="checkout" href={payment.checkoutUrl}>
              {payment.checkoutUrl}
            </a>,
          ],
          payment.metadata !== null && [
            'Metadata',
            <Metadata key="metadata" value={payment.metadata} />,
          ],
        ]}
      />
    </div>
  )
}

/** By transfers, where the chain tells of them. */
const OtherTokens = ({ otherTokens, otherDeposits }: PaymentWithDeposits) => (
  <>
    {otherTokens
      .filter(({ token }) => !otherDeposits.some((deposit) => deposit.token === token))
      .map((token) => (
        <p key={token.token}>
          <OtherAmount {...token} />
        </p>
      ))}
    {otherDeposits.map((deposit) => (
      <p key={`${deposit.transactionHash} ${deposit.logIndex}`}>
        <OtherCame {...deposit} />, in the transaction <Ends text={deposit.transactionHash} />
      </p>
    ))}
  </>
)

/** Shows what the merchant recorded as given back; nothing where that is nothing. */
function Refunds({ refunds }: { refunds: Payment['refunds'][number][] }) {
  if (refunds.length === 0) return null
  return (
    <Section
      title="Refunds"
      hint="As you recorded them; the service does not see your own transfers."
    >
      <Table
        caption="Refunds"
        rows={refunds.map((refund, index) => ({ ...refund, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: 'Amount', isNumber: true, cell: ({ amount }) => write(amount) },
          {
            title: 'Transaction',
            cell: ({ transactionHash }) =>
              transactionHash ? <Ends text={transactionHash} /> : '–',
          },
          { title: 'Note', cell: ({ note }) => note ?? '–' },
        ]}
      />
    </Section>
  )
}
