import type { NamedCharge } from '../../../api/dashboard.generated.ts'
import type { Filter } from '../../parts/filters.tsx'
import { CustomerLink, Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { reference } from '../../parts/metadata.tsx'
import { Sum } from '../../parts/money.tsx'
import {
  amounts,
  chargeDate,
  created,
  payer,
  plan,
  reason,
  tags,
  within,
  words,
} from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: 'Status',
    kind: 'choice',
    options: ['Pending', 'Succeeded', 'Retrying', 'Failed', 'Cancelled'],
  },
  { name: 'customerId', label: 'Customer', kind: 'text' },
  { name: 'contractAddress', label: 'Contract', kind: 'text', placeholder: '0x…' },
  words,
  within,
]

/** Links from figures ask for these. */
const linked = ['failedFirstFor', 'failedFrom', 'failedTo']

const more: readonly Filter[] = [...created, ...chargeDate, ...amounts, reason, plan, payer, tags]

const columns: readonly Column<NamedCharge>[] = [
  {
    title: 'Charge date',
    onPhone: 'date',
    isOwn: true,
    cell: ({ id, chargeDate }) => (
      <Link to={`/charges/${id}`}>
        <When at={chargeDate} />
      </Link>
    ),
  },
  {
    title: 'Status',
    onPhone: 'status',
    cell: ({ status, reason, nextAttemptAt }) => (
      <>
        <Status name={status} />
        {reason && <p class="hint">{spaced(reason)}</p>}
        {nextAttemptAt && (
          <p class="hint">
            Next attempt <When at={nextAttemptAt} />
          </p>
        )}
      </>
    ),
  },
  { title: 'Amount', isNumber: true, onPhone: 'amount', cell: ({ amount }) => <Sum>{amount}</Sum> },
  {
    title: 'Customer',
    onPhone: 'lead',
    cell: ({ customerId }) => <CustomerLink customerId={customerId} />,
  },
  reference,
  {
    title: 'Subscription',
    cell: ({ contractAddress, planName }) => (
      <Link to={`/subscriptions/${contractAddress}`}>{planName}</Link>
    ),
  },
  { title: 'Period', isNumber: true, cell: ({ period }) => period },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
]

/** These go without saying on the subscription's own page. */
const ofSubscription = ['Subscription', 'Customer', 'Reference']

export default function Charges() {
  return (
    <Screen title="Charges" hint="One transfer from payer to you for each period.">
      <ChargeList filters={filters} />
    </Screen>
  )
}

type Props = { filters?: readonly Filter[]; contractAddress?: string }

/** All charges by filters, or those of one subscription. */
export function ChargeList({ filters: given = [], contractAddress }: Props) {
  return (
    <List
      caption="Charges"
      path="/charges"
      {...(contractAddress && { fixed: { contractAddress } })}
      field="charges"
      kinds={['charge']}
      filters={given}
      {...(!contractAddress && { links: linked })}
      more={given.length > 0 ? more : []}
      columns={
        contractAddress ? columns.filter(({ title }) => !ofSubscription.includes(title)) : columns
      }
      keyOf={({ id }) => id}
      empty={{ title: 'No charge yet', hint: 'The first comes when a subscription starts.' }}
    />
  )
}
