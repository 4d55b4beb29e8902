import { say } from '../../../messages/dashboard/business-words.ts'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Amount } from '../../parts/money.tsx'
import { amounts, created, expires, metadata, within } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { When } from '../../parts/when.tsx'
import type { PaymentView } from './payment-view.ts'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('status'),
    kind: 'choice',
    options: ['Created', 'InProgress', 'Succeeded', 'Failed', 'Expired'],
  },
  {
    name: 'exceptionIn',
    label: say('exception'),
    kind: 'choice',
    options: ['Underpaid', 'Overpaid', 'Late', 'HeldAfterCancel', 'WrongToken', 'NotSettled'],
  },
  within,
]

const more: readonly Filter[] = [...created, ...expires, ...amounts, metadata]

const columns: readonly Column<PaymentView>[] = [
  {
    title: say('onePayment'),
    cell: ({ id, description }) => <Link to={`/payments/${id}`}>{description || id}</Link>,
  },
  {
    title: say('status'),
    cell: ({ status, exception }) => <Status name={exception ?? status} />,
  },
  {
    title: say('amount'),
    isNumber: true,
    cell: ({ amount: { value, currency } }) => <Amount value={value} asset={currency} />,
  },
  {
    title: say('paid'),
    isNumber: true,
    cell: ({ paidAmount: { value, currency } }) => <Amount value={value} asset={currency} />,
  },
  { title: say('created'), cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Payments() {
  return (
    <Screen title={say('payments')} hint={say('paymentsHint')}>
      <List
        caption={say('payments')}
        path="/payments"
        field="payments"
        kinds={['payment']}
        filters={filters}
        more={more}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: say('noPayments'), hint: say('noPaymentsHint') }}
      />
    </Screen>
  )
}
