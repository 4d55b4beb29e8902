import { say } from '../../../messages/dashboard/anomaly-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { HashLink } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

type AnomalyView = {
  messageId: string
  kind: string
  entityId: string
  event: { type?: string }
  state: string
  reason: string
  at: string
  resolvedAt: string | null
}

const filters: readonly Filter[] = [
  {
    name: 'open',
    label: say('whether'),
    kind: 'choice',
    options: ['true', 'false'],
    nameOf: (isOpen) => say(isOpen === 'true' ? 'open' : 'resolved'),
  },
]

const columns: readonly Column<AnomalyView>[] = [
  {
    title: say('about'),
    cell: ({ kind, entityId }) => (
      <>
        {spaced(kind)} <HashLink to={`/${kind}s/${entityId}`} text={entityId} />
      </>
    ),
  },
  { title: say('message'), cell: ({ event }) => <code>{event.type}</code> },
  { title: say('state'), cell: ({ state }) => state },
  { title: say('reason'), cell: ({ reason }) => reason },
  { title: say('at'), cell: ({ at }) => <When at={at} /> },
  {
    title: say('resolved'),
    cell: ({ resolvedAt }) => (resolvedAt ? <When at={resolvedAt} /> : say('stillOpen')),
  },
]

export default function Anomalies() {
  return (
    <Screen title={say('anomalies')} hint={say('anomaliesHint')}>
      <List
        caption={say('anomalies')}
        path="/anomalies"
        field="anomalies"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ messageId }) => messageId}
        empty={{ title: say('none'), hint: say('noneHint') }}
      />
    </Screen>
  )
}
