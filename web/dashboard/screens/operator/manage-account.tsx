/** What an operator does about one account, and what was done to it before. */
import { say } from '../../../messages/dashboard/service-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { inWords } from '../team/differences.tsx'
import type { Link } from '../team/link-dialog.tsx'
import type { Account } from './account-view.ts'
import { PasswordedCommand } from './passworded-command.tsx'

type Props = { account: Account; onLink: (link: Link) => void }

export function ManageAccount({ account, onLink }: Props) {
  const { id, email, isDisabled, hasPassword, hasSecondFactor, sessions } = account
  const path = (what: string) => `/operator/accounts/${id}/${what}`
  return (
    <>
      <div class="buttons wrapped">
        {!isDisabled && (
          <PasswordedCommand
            label={say(hasPassword ? 'reset' : 'inviteAgain')}
            consequence={say(hasPassword ? 'resetHint' : 'inviteAgainHint', { email })}
            path={path('reset')}
            onDone={(answer) => onLink(linkOf(answer))}
          />
        )}
        {sessions > 0 && (
          <CommandButton
            label={say('endSessions')}
            consequence={<p>{say('endSessionsHint', { email, count: sessions })}</p>}
            command={{ method: 'POST', path: path('end-sessions'), isOwn: true }}
          />
        )}
        {hasSecondFactor && (
          <PasswordedCommand
            label={say('removeFactors')}
            mood="danger"
            consequence={say('removeFactorsHint', { email })}
            path={path('remove-second-factors')}
          />
        )}
        <PasswordedCommand
          label={say(isDisabled ? 'enable' : 'disable')}
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

type Change = { change: string; by: string; from: string | null; at: string }

/** The newest. */
const shownMax = 20

function Changes({ id }: { id: string }) {
  const { reading, readAgain } = useRead<{ changes: Change[] }>(
    `/operator/accounts/${id}/changes?limit=${shownMax}`,
    { isOwn: true },
  )
  return (
    <Section title={say('changes')} hint={say('changesHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p class="hint">{say('noChanges')}</p>
          ) : (
            <Table
              caption={say('changes')}
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

const changeColumns: readonly Column<Change>[] = [
  { title: say('when'), cell: ({ at }) => <When at={at} /> },
  { title: say('what'), cell: ({ change }) => inWords(change) },
  {
    title: say('by'),
    cell: ({ by, from }) => (
      <>
        {by} {from && <span class="hint">{from}</span>}
      </>
    ),
  },
]
