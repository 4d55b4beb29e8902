import type { LoggedRequest } from '../../../api/dashboard.generated.ts'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { type AddressProps, Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { HttpStatus } from './request-view.tsx'
import { phrase } from '../../phrase.ts'

export default function Request({ params: { id = '' } }: AddressProps) {
  const path = `/requests/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<LoggedRequest>(path)
  return (
    <ReadGate title="API request" reading={reading} readAgain={readAgain}>
      {(request) => (
        <Screen title={`${request.method} ${request.path}`}>
          <div class="card">
            <Facts facts={factsOf(request)} />
          </div>
        </Screen>
      )}
    </ReadGate>
  )
}

function factsOf(request: LoggedRequest): Parameters<typeof Facts>[0]['facts'] {
  const { apiKey, account, problemCode, isReplayed, userAgent } = request
  return [
    ['Status', <HttpStatus key="status" status={request.status} />],
    problemCode !== null && [
      'Problem',
      <Link key="problem" to={`/requests?problemCode=${encodeURIComponent(problemCode)}`}>
        {spaced(problemCode)}
      </Link>,
    ],
    isReplayed && ['Earlier answer, given again', '✓'],
    [
      'Call',
      <Link key="call" to={`/requests?operationId=${encodeURIComponent(request.operationId)}`}>
        {spaced(request.operationId)}
      </Link>,
    ],
    ['Time', <When key="time" at={request.createdAt} isExact />],
    ['Took', phrase`${request.durationMs} ms`],
    apiKey !== null && [
      'API key',
      <Link key="key" to={`/requests?apiKey=${encodeURIComponent(apiKey)}`}>
        {apiKey}
      </Link>,
    ],
    account !== null && [
      'Person',
      <Link key="person" to={`/requests?account=${encodeURIComponent(account)}`}>
        {account}
      </Link>,
    ],
    [
      'Request id',
      <code key="id" translate={false}>
        {request.requestId}
      </code>,
    ],
    ['Address', request.address],
    userAgent !== null && ['Program', userAgent],
  ]
}
