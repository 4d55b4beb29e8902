import { say } from '../../../messages/dashboard/number-words.ts'
import { Ends } from '../../../parts/address-text.tsx'
import { HashLink, Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { useAddressQuery } from '../../use-address-query.ts'

type Difference = {
  what: 'charges' | 'received' | 'swept'
  id: string
  contractAddress: string | null
  period: number | null
  blockchain: string
  ours: string | null
  chain: string | null
  transactionHash: string | null
}

const columns: readonly Column<Difference>[] = [
  { title: say('what'), cell: ({ what }) => say(what) },
  {
    title: say('subscription'),
    cell: ({ contractAddress, id }) =>
      contractAddress ? (
        <HashLink to={`/subscriptions/${contractAddress}`} text={contractAddress} />
      ) : (
        <Link to={`/payments/${id}`}>{id}</Link>
      ),
  },
  { title: say('period'), isNumber: true, cell: ({ period }) => period ?? '–' },
  { title: say('ours'), isNumber: true, cell: ({ ours }) => ours ?? say('nothing') },
  { title: say('chain'), isNumber: true, cell: ({ chain }) => chain ?? say('nothing') },
  {
    title: say('transaction'),
    cell: ({ transactionHash }) => (transactionHash ? <Ends text={transactionHash} /> : '–'),
  },
]

export default function Differences() {
  const { query } = useAddressQuery()
  return (
    <Screen title={say(query['knownTo'] ? 'entries' : 'differences')} hint={say('differencesHint')}>
      <List
        caption={say('differences')}
        path="/reconciliation/differences"
        field="differences"
        kinds={['charge', 'payment']}
        links={['what', 'blockchain', 'asset', 'knownTo']}
        columns={columns}
        keyOf={({ what, id }) => `${what} ${id}`}
        empty={{ title: say('noDifferences'), hint: say('noDifferencesHint') }}
      />
    </Screen>
  )
}
