import type { Payment } from '../../../api/dashboard.generated.ts'
import { say } from '../many/command-words.ts'
import { useRight } from '../../context.ts'
import type { Filter } from '../../parts/filters.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { reference } from '../../parts/metadata.tsx'
import { Amount } from '../../parts/money.tsx'
import { within, words } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { WithOthers } from '../payments/other-amount.tsx'
import { PaymentCommands } from '../payments/payment-commands.tsx'
import { nameOf } from '../payments/payment-view.ts'
import { Strays } from './strays.tsx'

const kinds = [
  'Underpaid',
  'Overpaid',
  'Late',
  'HeldAfterCancel',
  'WrongToken',
  'NotSettled',
] as const
type Kind = (typeof kinds)[number]

const filters: readonly Filter[] = [
  { name: 'exceptionIn', label: 'What happened', kind: 'choice', options: kinds },
  words,
  within,
]

const columns: readonly Column<Payment>[] = [
  {
    title: 'What happened',
    cell: ({ exception }) => (
      <>
        <Status name={exception ?? ''} />
        <p class="hint">{say(exception as Kind)}</p>
      </>
    ),
  },
  {
    title: 'Payment',
    cell: (payment) => <Link to={`/payments/${payment.id}`}>{nameOf(payment)}</Link>,
  },
  reference,
  {
    title: 'Asked for',
    isNumber: true,
    cell: ({ amount: { value, currency } }) => <Amount value={value} asset={currency} />,
  },
  {
    title: 'Came',
    isNumber: true,
    cell: ({ paidAmount, otherTokens }) => <WithOthers {...paidAmount} others={otherTokens} />,
  },
  { title: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: 'What you can do', cell: (payment) => <WhatToDo payment={payment} /> },
]

function WhatToDo({ payment }: { payment: Payment }) {
  if (!useRight('settle')) return <>–</>
  return (
    <div class="buttons">
      <PaymentCommands payment={payment} isAmongOthers />
    </div>
  )
}

export default function Exceptions() {
  return (
    <Screen title="Exceptions" hint="Payments that wait for your decision, the oldest first.">
      <List
        caption="Exceptions"
        path="/exceptions"
        field="payments"
        kinds={['payment']}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: 'Nothing waits for you',
          hint: 'Payments that came short, late, twice or in another token appear here, with what you can do.',
        }}
      />
      <Strays />
    </Screen>
  )
}
