import { say } from '../../../messages/dashboard/business-words.ts'
import { sayName } from '../../../messages/dashboard/entity-words.ts'
import { AddressText, Ends } from '../../../parts/address-text.tsx'
import { useRight } from '../../context.ts'
import { Facts } from '../../parts/facts.tsx'
import { Metadata } from '../../parts/metadata.tsx'
import { Amount } from '../../parts/money.tsx'
import { type Offer, OfferedCommands } from '../../parts/offered-commands.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'
import { Life } from '../entity/life.tsx'
import { Why } from '../entity/why.tsx'
import { OtherAmount } from './other-amount.tsx'
import type { Money, PaymentView, RefundView } from './payment-view.ts'
import { RefundButton } from './refund.tsx'

export default function Payment({ params: { id = '' } }: ScreenProps) {
  const { reading, readAgain } = useRead<PaymentView>(`/payments/${encodeURIComponent(id)}`, {
    kinds: ['payment', 'transaction'],
  })
  const maySettle = useRight('settle')
  return (
    <ReadGate title={sayName('payment')} reading={reading} readAgain={readAgain}>
      {(payment) => (
        <Screen
          title={payment.description || say('payment', { id: payment.id })}
          actions={
            <>
              <OfferedCommands
                path={`/payments/${payment.id}`}
                actions={payment.actions}
                offers={offers}
              />
              {maySettle && payment.actions.includes('recordRefund') && (
                <RefundButton payment={payment} />
              )}
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

const offers: readonly Offer[] = [
  {
    name: 'accept',
    right: 'settle',
    label: say('acceptPayment'),
    consequence: say('acceptPaymentHint'),
  },
  {
    name: 'cancel',
    right: 'serve',
    label: say('cancelPayment'),
    consequence: say('cancelPaymentHint'),
    mood: 'danger',
  },
  {
    name: 'sweep',
    right: 'settle',
    label: say('sweepPayment'),
    consequence: say('sweepPaymentHint'),
  },
]

const write = ({ value, currency }: Money) => <Amount value={value} asset={currency} />

function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { status, phase, reason, exception, settlement } = payment
  return (
    <div class="card">
      <Facts
        facts={[
          [say('status'), <Status key="status" name={status} />],
          exception !== null && [say('exception'), <Status key="exception" name={exception} />],
          [say('phase'), spaced(phase)],
          reason !== null && [say('reason'), spaced(reason)],
          [say('amount'), write(payment.amount)],
          [say('paid'), write(payment.paidAmount)],
          payment.otherTokens.length > 0 && [
            say('otherTokens'),
            payment.otherTokens.map((token) => (
              <p key={token.token}>
                <OtherAmount {...token} />
              </p>
            )),
          ],
          [say('due'), write(payment.dueAmount)],
          [say('excess'), write(payment.excessAmount)],
          [say('refunded'), write(payment.refundedAmount)],
          [say('settled'), write(payment.settledAmount)],
          [say('settlement'), spaced(settlement)],
          [say('created'), <When key="created" at={payment.createdAt} />],
          [say('expires'), <When key="expires" at={payment.expiresAt} />],
          [say('depositAddress'), <AddressText key="deposit" address={payment.depositAddress} />],
          [say('receiver'), <AddressText key="receiver" address={payment.receiver} />],
          payment.transactionHash !== null && [
            say('transaction'),
            <code key="hash">{payment.transactionHash}</code>,
          ],
          [
            say('checkout'),
            <a key="checkout" href={payment.checkoutUrl}>
              {payment.checkoutUrl}
            </a>,
          ],
          payment.metadata !== null && [
            say('metadata'),
            <Metadata key="metadata" value={payment.metadata} />,
          ],
        ]}
      />
    </div>
  )
}

/** What the merchant recorded as given back; nothing where that is nothing. */
function Refunds({ refunds }: { refunds: RefundView[] }) {
  if (refunds.length === 0) return null
  return (
    <Section title={say('refunds')} hint={say('refundsHint')}>
      <Table
        caption={say('refunds')}
        rows={refunds.map((refund, index) => ({ ...refund, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: say('amount'), isNumber: true, cell: ({ amount }) => write(amount) },
          {
            title: say('transaction'),
            cell: ({ transactionHash }) =>
              transactionHash ? <Ends text={transactionHash} /> : say('none'),
          },
          { title: say('refundNote'), cell: ({ note }) => note ?? say('none') },
        ]}
      />
    </Section>
  )
}
