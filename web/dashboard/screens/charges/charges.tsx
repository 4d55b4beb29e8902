import { say } from '../../../messages/dashboard/business-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { CustomerLink, HashLink, Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import {
  amounts,
  chargeDate,
  created,
  metadata,
  payer,
  plan,
  reason,
  tags,
  within,
} from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { spaced, Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

type ChargeView = {
  id: string
  contractAddress: string
  customerId: string
  amount: string
  chargeDate: string
  status: string
  period: number
  attempts: number
  reason: string | null
  nextAttemptAt: string | null
  transactionHash: string | null
}

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('status'),
    kind: 'choice',
    options: ['Pending', 'Succeeded', 'Retrying', 'Failed', 'Cancelled'],
  },
  { name: 'customerId', label: say('customer'), kind: 'text' },
  { name: 'contractAddress', label: say('contract'), kind: 'text', placeholder: '0x…' },
  within,
]

/** What links from figures ask for. */
const linked = ['failedFirstFor', 'failedFrom', 'failedTo']

const more: readonly Filter[] = [
  ...created,
  ...chargeDate,
  ...amounts,
  reason,
  plan,
  payer,
  tags,
  metadata,
]

const columns: readonly Column<ChargeView>[] = [
  {
    title: say('chargeDate'),
    cell: ({ id, chargeDate }) => (
      <Link to={`/charges/${id}`}>
        <When at={chargeDate} />
      </Link>
    ),
  },
  {
    title: say('status'),
    cell: ({ status, reason, nextAttemptAt }) => (
      <>
        <Status name={status} />
        {reason && <p class="hint">{spaced(reason)}</p>}
        {nextAttemptAt && (
          <p class="hint">
            {say('nextAttempt')} <When at={nextAttemptAt} />
          </p>
        )}
      </>
    ),
  },
  { title: say('amount'), isNumber: true, cell: ({ amount }) => amount },
  {
    title: say('customer'),
    cell: ({ customerId }) => <CustomerLink customerId={customerId} />,
  },
  {
    title: say('subscription'),
    cell: ({ contractAddress }) => (
      <HashLink to={`/subscriptions/${contractAddress}`} text={contractAddress} />
    ),
  },
  { title: say('periodNumber'), isNumber: true, cell: ({ period }) => period },
  { title: say('attempts'), isNumber: true, cell: ({ attempts }) => attempts },
  {
    title: say('transaction'),
    cell: ({ transactionHash }) =>
      transactionHash ? <Ends text={transactionHash} /> : say('none'),
  },
]

/** What goes without saying on the subscription's own page. */
const ofSubscription = [say('subscription'), say('customer')]

export default function Charges() {
  return (
    <Screen title={say('charges')} hint={say('chargesHint')}>
      <ChargeList filters={filters} />
    </Screen>
  )
}

type Props = { filters?: readonly Filter[]; contractAddress?: string }

/** All charges by filters, or those of one subscription. */
export function ChargeList({ filters: given = [], contractAddress }: Props) {
  return (
    <List
      caption={say('charges')}
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
      empty={{ title: say('noCharges'), hint: say('noChargesHint') }}
    />
  )
}
