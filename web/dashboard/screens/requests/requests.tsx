import { say } from '../../../messages/dashboard/list-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { Link } from '../../parts/links.tsx'
import { List } from '../../parts/list.tsx'
import { within } from '../../parts/more-filters.ts'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { HttpStatus, type RequestView } from './request-view.tsx'

const filters: readonly Filter[] = [
  {
    name: 'outcomeIn',
    label: say('outcome'),
    kind: 'choice',
    options: ['Done', 'Refused', 'Failed'],
  },
  { name: 'operationId', label: say('call'), kind: 'text', placeholder: 'createPayment' },
  { name: 'problemCode', label: say('problem'), kind: 'text' },
  { name: 'apiKey', label: say('apiKey'), kind: 'text' },
  { name: 'account', label: say('person'), kind: 'text' },
  { name: 'requestId', label: say('requestId'), kind: 'text' },
  within,
]

/** Addresses and hashes within a path by their two ends; the whole is seen on hovering, and on the request's page. */
const shortened = (path: string): string =>
  path.replaceAll(/(0x[\da-f]{6})[\da-f]+([\da-f]{6})(?![\da-f])/gi, '$1…$2')

const columns: readonly Column<RequestView>[] = [
  { title: say('time'), cell: ({ createdAt }) => <When at={createdAt} isExact /> },
  {
    title: say('call'),
    cell: ({ id, method, path }) => (
      <Link to={`/requests/${id}`}>
        <code title={path}>
          {method} {shortened(path)}
        </code>
      </Link>
    ),
  },
  {
    title: say('httpStatus'),
    cell: ({ status, problemCode }) => (
      <>
        <HttpStatus status={status} />
        {problemCode && <p class="hint">{spaced(problemCode)}</p>}
      </>
    ),
  },
  {
    title: say('duration'),
    isNumber: true,
    cell: ({ durationMs }) => say('milliseconds', { count: durationMs }),
  },
  {
    title: say('caller'),
    cell: ({ apiKey, account }) => (apiKey === null ? account : <code>{apiKey}</code>),
  },
]

export default function Requests() {
  return (
    <Screen title={say('requests')} hint={say('requestsHint')} hasRealTimes>
      <List
        caption={say('requests')}
        path="/requests"
        field="requests"
        kinds={[]}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: say('noRequests'), hint: say('noRequestsHint') }}
      />
    </Screen>
  )
}
