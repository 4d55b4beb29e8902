import type { ForecastCharge } from '../../../api/dashboard.generated.ts'
import { say } from '../metrics/number-words.ts'
import { readersOffset } from '../../../messages/moments.ts'
import type { Filter } from '../../parts/list/filters.tsx'
import { CustomerLink, HashLink } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Sum } from '../../parts/money.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { Ago, When } from '../../parts/when.tsx'
import { classes } from './forecast-view.ts'
import { ClassMark } from './totals.tsx'

const filters: readonly Filter[] = [
  { name: 'class', label: 'Certainty', kind: 'choice', options: [...classes] },
  { name: 'asset', label: 'Asset', kind: 'text' },
  { name: 'payer', label: 'Payer', kind: 'text', placeholder: '0x…' },
  { name: 'date', label: 'Day', kind: 'date' },
]

/** Links from figures ask for these. */
const links = [
  { name: 'days', label: 'Days ahead' },
  { name: 'reason', label: 'Reason' },
  { name: 'blockchain', label: 'The chain' },
  { name: 'customerId', label: 'customer id' },
]

export const chargeColumns: readonly Column<ForecastCharge>[] = [
  { title: 'Due', onPhone: 'date', cell: ({ dueAt }) => <When at={dueAt} /> },
  {
    title: 'Certainty',
    onPhone: 'status',
    cell: ({ class: certainty, reason }) => (
      <>
        <ClassMark name={certainty} />
        {reason && <p class="hint">{spaced(reason)}</p>}
      </>
    ),
  },
  { title: 'Amount', isNumber: true, onPhone: 'amount', cell: ({ amount }) => <Sum>{amount}</Sum> },
  {
    title: 'In the wallet',
    isNumber: true,
    cell: ({ balance, balanceSeenAt }) =>
      balance === null || balanceSeenAt === null ? (
        <span class="hint">nobody has looked yet</span>
      ) : (
        <>
          <Sum>{balance}</Sum>
          <p class="hint">
            seen <Ago at={balanceSeenAt} />
          </p>
        </>
      ),
  },
  {
    title: 'Payer',
    cell: ({ payer }) => <HashLink to={`/payers/${payer}`} text={payer} />,
  },
  {
    title: 'Customer',
    onPhone: 'lead',
    cell: ({ customerId }) => <CustomerLink customerId={customerId} />,
  },
  {
    title: 'Subscription',
    isOwn: true,
    cell: ({ contractAddress }) => (
      <HashLink to={`/subscriptions/${contractAddress}`} text={contractAddress} />
    ),
  },
]

export const keyOfCharge = ({ contractAddress, period }: ForecastCharge) =>
  `${contractAddress} ${period}`

export default function ChargesToCome() {
  return (
    <Screen title="Charges to come" hint={say('forecastHint', { days: 30 })}>
      <List
        caption="Charges to come"
        path="/forecast/charges"
        field="charges"
        kinds={['subscription', 'charge']}
        isKept
        filters={filters}
        fixed={{ utcOffset: String(readersOffset()) }}
        links={links}
        words={{ one: 'charge', other: 'charges', asked: 'due' }}
        columns={chargeColumns}
        keyOf={keyOfCharge}
        empty={{ title: 'No charge falls due', hint: say('nothingToComeHint') }}
      />
    </Screen>
  )
}
