import { say } from '../../../messages/dashboard/list-words.ts'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import type { ScreenProps } from '../../screens.ts'
import { useRead } from '../../use-read.ts'
import { HttpStatus, type RequestView } from './request-view.tsx'

export default function Request({ params: { id = '' } }: ScreenProps) {
  const path = `/requests/${encodeURIComponent(id)}`
  const { reading, readAgain } = useRead<RequestView>(path)
  return (
    <ReadGate title={say('request')} reading={reading} readAgain={readAgain}>
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

function factsOf(request: RequestView): Parameters<typeof Facts>[0]['facts'] {
  const { apiKey, account, problemCode, isReplayed, userAgent } = request
  return [
    [say('httpStatus'), <HttpStatus key="status" status={request.status} />],
    problemCode !== null && [
      say('problem'),
      <Link key="problem" to={`/requests?problemCode=${encodeURIComponent(problemCode)}`}>
        {spaced(problemCode)}
      </Link>,
    ],
    isReplayed && [say('replayed'), '✓'],
    [
      say('call'),
      <Link key="call" to={`/requests?operationId=${encodeURIComponent(request.operationId)}`}>
        {spaced(request.operationId)}
      </Link>,
    ],
    [say('time'), <When key="time" at={request.createdAt} isExact />],
    [say('duration'), say('milliseconds', { count: request.durationMs })],
    apiKey !== null && [
      say('apiKey'),
      <Link key="key" to={`/requests?apiKey=${encodeURIComponent(apiKey)}`}>
        {apiKey}
      </Link>,
    ],
    account !== null && [
      say('person'),
      <Link key="person" to={`/requests?account=${encodeURIComponent(account)}`}>
        {account}
      </Link>,
    ],
    [say('requestId'), <code key="id">{request.requestId}</code>],
    [say('address'), request.address],
    userAgent !== null && [say('program'), userAgent],
  ]
}
