/** The mails of the service: what became of each, why one was given up, and another try. */
import type { Mail } from '../../../api/dashboard.generated.ts'
import { say } from './service-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import type { Filter } from '../../parts/list/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { inWords } from '../team/differences.tsx'
import { OperatorLink, ofOneMerchant } from './links.tsx'
import { networkWord } from './networks.ts'
import { phrase } from '../../phrase.ts'

const filters: readonly Filter[] = [
  {
    name: 'statusIn',
    label: 'State',
    kind: 'choice',
    options: ['Waiting', 'Sent', 'Skipped', 'Parked'],
  },
  { name: 'search', label: 'To', kind: 'text', placeholder: 'somebody@' },
]

export default function OperatorMails() {
  return (
    <Screen
      title="Mails"
      hint="What became of each. What they tell is for their readers, and is not shown."
    >
      <List<Mail>
        caption="Mails"
        path="/operator/mails"
        isOwn
        field="mails"
        kinds={[]}
        filters={filters}
        links={[ofOneMerchant]}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: 'No mail was written yet',
          hint: 'Invitations, resets, changes of the receiver and warnings are written here; none without the settings MAIL_FROM, SMTP_URL and BASE_URL.',
        }}
      />
    </Screen>
  )
}

const moods = { Waiting: 'wait', Sent: 'good', Skipped: 'over', Parked: 'bad' } as const
const reasons: Record<string, string> = {
  Refused: 'The server refused it for good.',
  Expired: 'It was too old to be worth sending.',
  OutcomeUnknown: 'It was handed over twice without an answer: it may have arrived.',
  Unreadable: 'The master key that sealed it is gone.',
  AccountDisabled: 'Its reader was shut out.',
}

const columns: readonly Column<Mail>[] = [
  { title: 'Written', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: 'Mail',
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
    title: 'To',
    cell: ({ email, merchantId }) => (
      <>
        <OperatorLink to="/accounts" query={{ search: email }}>
          {email}
        </OperatorLink>
        {merchantId && (
          <>
            <br />
            <OperatorLink to={`/merchants/${merchantId}`}>its merchant</OperatorLink>
          </>
        )}
      </>
    ),
  },
  { title: 'State', cell: (mail) => <State mail={mail} /> },
  { title: 'Tries', cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: 'Actions',
    cell: ({ id, canResend, email }) =>
      canResend ? (
        <CommandButton
          label="Send again"
          consequence={
            <p>{phrase`It goes to ${email} in a moment. If the server refuses it again, it is listed here again.`}</p>
          }
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
            next try <When at={nextTryAt} />, at the latest <When at={expiresAt} />
          </>
        )}
      </span>
      {reason && <p>{reasons[reason] ?? reason}</p>}
      {lastError && <p class="hint">{lastError}</p>}
    </>
  )
}
