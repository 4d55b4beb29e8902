import type { Difference } from '../../../api/dashboard.generated.ts'
import { say } from '../metrics/number-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { HashLink, Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { useAddressQuery } from '../../use-address-query.ts'

const columns: readonly Column<Difference>[] = [
  { title: 'What', cell: ({ what }) => say(what) },
  {
    title: 'Subscription',
    cell: ({ contractAddress, id }) =>
      contractAddress ? (
        <HashLink to={`/subscriptions/${contractAddress}`} text={contractAddress} />
      ) : (
        <Link to={`/payments/${id}`}>{id}</Link>
      ),
  },
  { title: 'Period', isNumber: true, cell: ({ period }) => period ?? '–' },
  { title: 'Our books', isNumber: true, cell: ({ ours }) => ours ?? 'nothing' },
  { title: 'The chain', isNumber: true, cell: ({ chain }) => chain ?? 'nothing' },
  {
    title: 'Transaction',
    cell: ({ transactionHash }) => (transactionHash ? <Ends text={transactionHash} /> : '–'),
  },
]

/** Links from the books ask for these. */
const links = [
  { name: 'what', label: 'What' },
  { name: 'blockchain', label: 'The chain' },
  { name: 'asset', label: 'Asset' },
  { name: 'knownTo', label: 'known to' },
]

export default function Differences() {
  const { query } = useAddressQuery()
  return (
    <Screen
      title={query['knownTo'] ? 'Entries of the books' : 'What differs'}
      hint="Each row is named by what our books and the chain say of it."
    >
      <List
        caption="What differs"
        path="/reconciliation/differences"
        field="differences"
        kinds={['charge', 'payment']}
        links={links}
        columns={columns}
        keyOf={({ what, id }) => `${what} ${id}`}
        empty={{ title: 'Nothing differs', hint: 'Our books and the chain say the same.' }}
      />
    </Screen>
  )
}
