/** Shows who did what, from where, with what was before and after: of one merchant, or of all. */
import type { AuditEntry } from '../../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useDashboard, useRight } from '../../context.ts'
import { type Filter, namesOf } from '../../parts/list/filters.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { exportAddress, filterOf } from '../../parts/list/totals.tsx'
import { When } from '../../parts/when.tsx'
import { useAddressQuery, placeNames } from '../../use-address-query.ts'
import { Differences, inWords } from './differences.tsx'
import { phrase } from '../../phrase.ts'

type Props = {
  /** The API's path: below the network, or where it `isOwn` below the dashboard's. */
  path: string
  isOwn?: boolean
  /** Beside what every audit log has. */
  filters?: readonly Filter[]
  columns?: readonly Column<AuditEntry>[]
}

export function AuditList({ path, isOwn = false, filters = [], columns = [] }: Props) {
  const first = [...auditFilters, ...filters]
  return (
    <Screen
      title="Audit log"
      hint="Who did what, from where. Nobody can change or remove an entry."
      hasRealTimes
      actions={<ExportLink path={path} isOwn={isOwn} known={namesOf([...first, ...between])} />}
    >
      <List<AuditEntry>
        caption="Audit log"
        path={path}
        isOwn={isOwn}
        field="entries"
        kinds={[]}
        filters={first}
        more={between}
        columns={[...whenAndWho, ...columns, ...whatAndHow]}
        keyOf={({ id }) => id}
        empty={{
          title: 'Nobody has done anything yet',
          hint: 'Every command in the dashboard leaves an entry here.',
        }}
      />
    </Screen>
  )
}

type ExportProps = { path: string; isOwn: boolean; known: readonly string[] }

/** Takes along exactly what the filters in the address leave. */
function ExportLink({ path, isOwn, known }: ExportProps) {
  const { network } = useDashboard()
  const { query } = useAddressQuery()
  const mayRead = useRight('audit')
  const list = isOwn ? path : `/${network}${path}`
  // Operators' rights are not by network: whoever is on their pages may.
  if (!isOwn && !mayRead) return null
  return (
    <a
      class="quiet"
      href={exportAddress(list, filterOf(query, known))}
      download=""
      title="The entries of these filters as a file"
    >
      Export as CSV
    </a>
  )
}

const spans = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '4h': 'Last 4 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

const auditFilters: readonly Filter[] = [
  { name: 'by', label: 'By', kind: 'text', placeholder: 'somebody@' },
  { name: 'call', label: 'What', kind: 'text', placeholder: 'change role' },
  { name: 'subject', label: 'About', kind: 'text' },
  {
    name: 'createdWithin',
    label: 'Time',
    kind: 'choice',
    options: Object.keys(spans),
    names: spans,
  },
]

const between: readonly Filter[] = [
  { name: 'since', label: 'From', kind: 'moment' },
  { name: 'until', label: 'To', kind: 'moment' },
]

type NarrowProps = { name: string; value: string; shown?: string; of: string }

/** A value that leads to the entries that share it. */
function Narrow({ name, value, shown = value, of }: NarrowProps) {
  const { path, query } = useLocation()
  const narrowed = new URLSearchParams({ ...query, [name]: value })
  for (const place of placeNames) narrowed.delete(place)
  return (
    <a href={`${path}?${narrowed}`} title={phrase`${of}: only these`}>
      {shown}
    </a>
  )
}

const whenAndWho: readonly Column<AuditEntry>[] = [
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  {
    title: 'By',
    cell: ({ by, role, from }) => (
      <>
        <Narrow name="by" value={by} of="By" />
        <br />
        <span class="hint">{from ? phrase`${role}, from ${from}` : role}</span>
      </>
    ),
  },
]

const whatAndHow: readonly Column<AuditEntry>[] = [
  {
    title: 'What',
    cell: ({ call }) => <Narrow name="call" value={call} shown={inWords(call)} of="What" />,
  },
  {
    title: 'About',
    cell: ({ subject, planName, network }) => (
      <>
        {planName && (
          <>
            <Link to={`/plans/${subject}`}>{planName}</Link>
            <br />
          </>
        )}
        {subject ? <Narrow name="subject" value={subject} of="About" /> : '–'}
        {network && (
          <>
            <br />
            <span class="hint">{network === 'main' ? 'main network' : 'test network'}</span>
          </>
        )}
      </>
    ),
  },
  { title: 'Before and after', cell: Differences },
]
