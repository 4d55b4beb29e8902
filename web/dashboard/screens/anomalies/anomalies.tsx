import type { Anomaly } from '../../../api/dashboard.generated.ts'
import type { Filter } from '../../parts/list/filters.tsx'
import { HashLink } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

const filters: readonly Filter[] = [
  {
    name: 'open',
    label: 'Open or resolved',
    kind: 'choice',
    options: ['true', 'false'],
    names: { true: 'Open', false: 'Resolved' },
  },
]

const columns: readonly Column<Anomaly>[] = [
  {
    title: 'About',
    cell: ({ kind, entityId }) => (
      <>
        {spaced(kind)} <HashLink to={`/${kind}s/${entityId}`} text={entityId} />
      </>
    ),
  },
  {
    title: 'Message',
    cell: ({ event }) => <code translate={false}>{(event as { type?: string }).type}</code>,
  },
  { title: 'State then', cell: ({ state }) => state },
  { title: 'Why it was not taken', cell: ({ reason }) => reason },
  { title: 'Came', cell: ({ at }) => <When at={at} /> },
  {
    title: 'Resolved',
    cell: ({ resolvedAt }) => (resolvedAt ? <When at={resolvedAt} /> : 'Open'),
  },
]

export default function Anomalies() {
  return (
    <Screen
      title="Anomalies"
      hint="Messages that nobody expected, such as a charge that the chain made and this service did not ask for. None of them changes anything by itself; each waits until it is understood."
    >
      <List
        caption="Anomalies"
        path="/anomalies"
        field="anomalies"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ messageId }) => messageId}
        empty={{ title: 'No anomaly', hint: 'Everything that came was expected.' }}
      />
    </Screen>
  )
}
