/** The mails of the service: what became of each, why one was given up, and another try. */
import { say } from '../../../messages/dashboard/service-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import type { Filter } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { inWords } from '../team/differences.tsx'
import { OperatorLink } from './links.tsx'
import { networkWord } from './networks.ts'

type Mail = {
  id: string
  kind: string
  email: string
  merchantId: string | null
  network: string | null
  status: 'Waiting' | 'Sent' | 'Skipped' | 'Parked'
  reason: string | null
  lastError: string | null
  attempts: number
  createdAt: string
  expiresAt: string
  endedAt: string | null
  nextTryAt: string | null
  canResend: boolean
}

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: say('state'),
    kind: 'choice',
    options: ['Waiting', 'Sent', 'Skipped', 'Parked'],
  },
  { name: 'search', label: say('reader'), kind: 'text', placeholder: say('readerExample') },
]

export default function OperatorMails() {
  return (
    <Screen title={say('mails')} hint={say('mailsHint')}>
      <List<Mail>
        caption={say('mails')}
        path="/operator/mails"
        isOwn
        field="mails"
        kinds={[]}
        filters={filters}
        links={['merchantId']}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: say('noMails'), hint: say('noMailsHint') }}
      />
    </Screen>
  )
}

const moods = { Waiting: 'wait', Sent: 'good', Skipped: 'over', Parked: 'bad' } as const
const reasons: Record<string, string> = {
  Refused: say('mailRefused'),
  Expired: say('mailExpired'),
  OutcomeUnknown: say('mailOutcomeUnknown'),
  Unreadable: say('mailUnreadable'),
  AccountDisabled: say('mailAccountDisabled'),
}

const columns: readonly Column<Mail>[] = [
  { title: say('written'), cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: say('mail'),
    cell: ({ kind, network }) => (
      <>
        {inWords(kind)}
        {network && (
          <>
            <br />
            <span class="hint">{networkWord(network)}</span>
          </>
        )}
      </>
    ),
  },
  {
    title: say('reader'),
    cell: ({ email, merchantId }) => (
      <>
        <OperatorLink to="/accounts" query={{ search: email }}>
          {email}
        </OperatorLink>
        {merchantId && (
          <>
            <br />
            <OperatorLink to={`/merchants/${merchantId}`}>{say('itsMerchant')}</OperatorLink>
          </>
        )}
      </>
    ),
  },
  { title: say('state'), cell: (mail) => <State mail={mail} /> },
  { title: say('tries'), cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: say('actions'),
    cell: ({ id, canResend, email }) =>
      canResend ? (
        <CommandButton
          label={say('sendAgain')}
          consequence={<p>{say('sendAgainHint', { email })}</p>}
          command={{
            method: 'POST',
            path: `/operator/mails/${encodeURIComponent(id)}/resend`,
            isOwn: true,
          }}
        />
      ) : (
        '–'
      ),
  },
]

function State({
  mail: { status, reason, lastError, endedAt, nextTryAt, expiresAt },
}: {
  mail: Mail
}) {
  return (
    <>
      <span class="status" data-mood={moods[status]}>
        {say(`mail${status}`)}
      </span>{' '}
      <span class="hint">
        {endedAt && <When at={endedAt} />}
        {nextTryAt && (
          <>
            {say('nextTry')} <When at={nextTryAt} />, {say('until')} <When at={expiresAt} />
          </>
        )}
      </span>
      {reason && <p>{reasons[reason] ?? reason}</p>}
      {lastError && <p class="hint">{lastError}</p>}
    </>
  )
}
