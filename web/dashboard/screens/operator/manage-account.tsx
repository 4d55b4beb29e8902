/** Offers what an operator does about one account, and shows what was done to it before. */
import type { AccountChange, Answers, ListedAccount } from '../../../api/dashboard.generated.ts'
import { say } from './service-words.ts'
import { say as sayOfPeople } from '../../shell/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { inWords } from '../team/differences.tsx'
import type { Link } from '../team/link-dialog.tsx'
import { PasswordedCommand } from './passworded-command.tsx'
import { phrase } from '../../phrase.ts'

type Props = { account: ListedAccount; onLink: (link: Link) => void }

export function ManageAccount({ account, onLink }: Props) {
  const { id, email, isDisabled, hasPassword, hasSecondFactor, sessions } = account
  const path = (what: string) => `/operator/accounts/${id}/${what}`
  return (
    <>
      <div class="buttons wrapped">
        {!isDisabled && (
          <PasswordedCommand
            label={hasPassword ? 'New password' : 'Another invitation'}
            consequence={say(hasPassword ? 'resetHint' : 'inviteAgainHint', { email })}
            path={path('reset')}
            onDone={(answer) => onLink(linkOf(answer))}
          />
        )}
        {sessions > 0 && (
          <CommandButton
            label="Log out everywhere"
            consequence={
              <>
                <p>{phrase`${email} has to log in again everywhere. Open sessions: ${sessions}.`}</p>
                <p>{sayOfPeople('wishesEnd')}</p>
              </>
            }
            command={{ method: 'POST', path: path('end-sessions'), isOwn: true }}
          />
        )}
        {hasSecondFactor && (
          <PasswordedCommand
            label="Take second factors away"
            mood="danger"
            consequence={phrase`For who has lost phone and recovery codes. ${email} is logged out, and the password is enough then. Be sure that it is really them who asks.`}
            path={path('remove-second-factors')}
          />
        )}
        <PasswordedCommand
          label={isDisabled ? 'Let in again' : 'Shut out'}
          {...(!isDisabled && { mood: 'danger' as const })}
          consequence={say(isDisabled ? 'enableHint' : 'disableHint', { email })}
          path={path(isDisabled ? 'enable' : 'disable')}
        />
      </div>
      <Changes id={id} />
    </>
  )
}

/** A reset, or another invitation where no password was set yet. */
const linkOf = (answer: unknown): Link => {
  const { reset, invitation } = answer as { reset?: Link; invitation?: Link }
  return (reset ?? invitation)!
}

/** The newest. */
const shownMax = 20

function Changes({ id }: { id: string }) {
  const { reading, readAgain } = useRead<Answers['listAccountChanges']>(
    `/operator/accounts/${id}/changes?limit=${shownMax}`,
    { isOwn: true },
  )
  return (
    <Section title="What was done to it" hint="The newest 20. No entry is ever changed or removed.">
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p class="hint">Nothing yet.</p>
          ) : (
            <Table
              caption="What was done to it"
              columns={changeColumns}
              rows={changes}
              keyOf={({ at, change }) => `${at}/${change}`}
            />
          )
        }
      </ReadGate>
    </Section>
  )
}

const changeColumns: readonly Column<AccountChange>[] = [
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  { title: 'What', cell: ({ change }) => inWords(change) },
  {
    title: 'By',
    cell: ({ by, from }) => (
      <>
        {by} {from && <span class="hint">{from}</span>}
      </>
    ),
  },
]
