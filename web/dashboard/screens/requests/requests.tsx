import type { LoggedRequest } from '../../../api/dashboard.generated.ts'
import type { Filter } from '../../parts/filters.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { within } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { HttpStatus } from './request-view.tsx'
import { phrase } from '../../phrase.ts'

const filters: readonly Filter[] = [
  {
    name: 'outcomeIn',
    label: 'Outcome',
    kind: 'choice',
    options: ['Done', 'Refused', 'Failed'],
  },
  { name: 'operationId', label: 'Call', kind: 'text', placeholder: 'createPayment' },
  { name: 'problemCode', label: 'Problem', kind: 'text' },
  { name: 'apiKey', label: 'API key', kind: 'text' },
  { name: 'account', label: 'Person', kind: 'text' },
  { name: 'requestId', label: 'Request id', kind: 'text' },
  within,
]

/** Addresses and hashes within a path by their two ends; the whole is seen on hovering, and on the request's page. */
const shortened = (path: string): string =>
  path.replaceAll(/(0x[\da-f]{6})[\da-f]+([\da-f]{6})(?![\da-f])/gi, '$1…$2')

const columns: readonly Column<LoggedRequest>[] = [
  { title: 'Time', onPhone: 'date', cell: ({ createdAt }) => <When at={createdAt} isExact /> },
  {
    title: 'Call',
    onPhone: 'lead',
    isOwn: true,
    cell: ({ id, method, path }) => (
      <Link to={`/requests/${id}`}>
        <code title={path} translate={false}>
          {method} {shortened(path)}
        </code>
      </Link>
    ),
  },
  {
    title: 'Status',
    onPhone: 'status',
    cell: ({ status, problemCode }) => (
      <>
        <HttpStatus status={status} />
        {problemCode && <p class="hint">{spaced(problemCode)}</p>}
      </>
    ),
  },
  {
    title: 'Took',
    isNumber: true,
    cell: ({ durationMs }) => phrase`${durationMs} ms`,
  },
  {
    title: 'Asked by',
    cell: ({ apiKey, account }) =>
      apiKey === null ? account : <code translate={false}>{apiKey}</code>,
  },
]

export default function Requests() {
  return (
    <Screen
      title="Request log"
      hint="What your servers asked the API in the last 30 days, and what your people were refused here. Neither bodies nor secrets are kept."
      hasRealTimes
    >
      <List
        caption="Request log"
        path="/requests"
        field="requests"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: 'No request yet',
          hint: 'The first call with one of your API keys appears here within a second.',
        }}
      />
    </Screen>
  )
}
