import { say } from '../../../messages/dashboard/number-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { CustomerLink, HashLink } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { Ago, When } from '../../parts/when.tsx'
import { type ChargeToCome, classes } from './forecast-view.ts'
import { ClassMark } from './totals.tsx'

const filters: readonly Filter[] = [
  { name: 'class', label: say('certainty'), kind: 'choice', options: classes },
  { name: 'asset', label: say('asset'), kind: 'text' },
  { name: 'payer', label: say('payer'), kind: 'text', placeholder: '0x…' },
  { name: 'date', label: say('date'), kind: 'date' },
]

export const chargeColumns: readonly Column<ChargeToCome>[] = [
  { title: say('due'), cell: ({ dueAt }) => <When at={dueAt} /> },
  {
    title: say('certainty'),
    cell: ({ class: certainty, reason }) => (
      <>
        <ClassMark name={certainty} />
        {reason && <p class="hint">{spaced(reason)}</p>}
      </>
    ),
  },
  { title: say('amount'), isNumber: true, cell: ({ amount }) => amount },
  {
    title: say('balance'),
    isNumber: true,
    cell: ({ balance, balanceSeenAt }) =>
      balance === null || balanceSeenAt === null ? (
        <span class="hint">{say('neverSeen')}</span>
      ) : (
        <>
          {balance}
          <p class="hint">
            {say('seenAt')} <Ago at={balanceSeenAt} />
          </p>
        </>
      ),
  },
  {
    title: say('payer'),
    cell: ({ payer }) => <HashLink to={`/payers/${payer}`} text={payer} />,
  },
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
]

export const keyOfCharge = ({ contractAddress, period }: ChargeToCome) =>
  `${contractAddress} ${period}`

export default function ChargesToCome() {
  return (
    <Screen title={say('chargesToCome')} hint={say('forecastHint', { days: 30 })}>
      <List
        caption={say('chargesToCome')}
        path="/forecast/charges"
        field="charges"
        kinds={['subscription', 'charge']}
        isKept
        filters={filters}
        links={['days', 'reason', 'blockchain', 'customerId']}
        columns={chargeColumns}
        keyOf={keyOfCharge}
        empty={{ title: say('nothingToCome'), hint: say('nothingToComeHint') }}
      />
    </Screen>
  )
}
