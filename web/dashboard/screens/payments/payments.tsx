import type { Payment } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useRight } from '../../context.ts'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { reference } from '../../parts/metadata.tsx'
import { Amount } from '../../parts/money.tsx'
import { amounts, created, expires, within, words } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { When } from '../../parts/when.tsx'
import { NewPaymentDialog } from './new-payment.tsx'
import { nameOf } from './payment-view.ts'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: 'Status',
    kind: 'choice',
    options: ['Created', 'InProgress', 'Succeeded', 'Failed', 'Expired'],
  },
  {
    name: 'exceptionIn',
    label: 'Exception',
    kind: 'choice',
    options: ['Underpaid', 'Overpaid', 'Late', 'HeldAfterCancel', 'WrongToken', 'NotSettled'],
  },
  words,
  within,
]

const more: readonly Filter[] = [...created, ...expires, ...amounts]

const columns: readonly Column<Payment>[] = [
  {
    title: 'Payment',
    onPhone: 'lead',
    isOwn: true,
    cell: (payment) => <Link to={`/payments/${payment.id}`}>{nameOf(payment)}</Link>,
  },
  reference,
  {
    title: 'Status',
    onPhone: 'status',
    cell: ({ status, exception }) => <Status name={exception ?? status} />,
  },
  {
    title: 'Amount',
    isNumber: true,
    onPhone: 'amount',
    cell: ({ amount: { value, currency } }) => <Amount value={value} asset={currency} />,
  },
  {
    title: 'Paid',
    isNumber: true,
    cell: ({ paidAmount: { value, currency } }) => <Amount value={value} asset={currency} />,
  },
  { title: 'Created', onPhone: 'date', cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Payments() {
  const [isOpen, setOpen] = useState(false)
  const button = useRight('sell') && (
    <button type="button" class="strong" onClick={() => setOpen(true)}>
      New payment
    </button>
  )
  return (
    <Screen
      title="Payments"
      hint="Each asks for one amount at an address of its own."
      actions={button}
    >
      <List
        caption="Payments"
        path="/payments"
        field="payments"
        kinds={['payment']}
        filters={filters}
        more={more}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: 'No payment yet',
          hint: 'Ask for one here and pass its link on, or have your server create it with POST /integration/payments.',
        }}
      />
      {isOpen && <NewPaymentDialog onClose={() => setOpen(false)} />}
    </Screen>
  )
}
