import { DescribedList } from '../../parts/list/described-list.tsx'
import type { Cells } from '../../parts/list/described-cells.tsx'
import type { LoggedRequest } from '../../../api/dashboard.generated.ts'
import { Link } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { HttpStatus } from './request-view.tsx'
import { phrase } from '../../phrase.ts'

/** Addresses and hashes within a path by their two ends; the whole is seen on hovering, and on the request's page. */
const shortened = (path: string): string =>
  path.replaceAll(/(0x[\da-f]{6})[\da-f]+([\da-f]{6})(?![\da-f])/gi, '$1…$2')

const cells: Cells<LoggedRequest> = {
  path: ({ id, method, path }) => (
    <Link to={`/requests/${id}`}>
      <code title={path} translate={false}>
        {method} {shortened(path)}
      </code>
    </Link>
  ),
  status: ({ status, problemCode }) => (
    <>
      <HttpStatus status={status} />
      {problemCode && <p class="hint">{spaced(problemCode)}</p>}
    </>
  ),
  durationMs: ({ durationMs }) => phrase`${durationMs} ms`,
  apiKey: ({ apiKey, account }) =>
    apiKey === null ? account : <code translate={false}>{apiKey}</code>,
}

export default function Requests() {
  return (
    <Screen
      title="Request log"
      hint="What your servers asked the API in the last 30 days, and what your people were refused here. Neither bodies nor secrets are kept."
      hasRealTimes
    >
      <DescribedList
        name="requests"
        cells={cells}
        empty={{
          title: 'No request yet',
          hint: 'The first call with one of your API keys appears here within a second.',
        }}
      />
    </Screen>
  )
}
