/** Shows where one of the merchant's people is logged in, and ends it in one place or in all. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { say } from '../../shell/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useRead } from '../../use-read.ts'
import { SessionsTable } from '../account/sessions-table.tsx'
import { phrase } from '../../phrase.ts'

export function MemberSessions({ id, email }: { id: string; email: string }) {
  const path = `/members/${id}/sessions`
  const { reading, readAgain } = useRead<Answers['listSessions']>(path)
  const isAnywhere = reading.step === 'read' && reading.value.sessions.length > 0
  return (
    <Section
      title="Sessions"
      hint="End what they do not know, and give them a new password then."
      actions={
        isAnywhere && (
          <CommandButton
            label="Log out everywhere"
            consequence={
              <>
                <p>{phrase`${email} has to log in again everywhere.`}</p>
                <p>{say('wishesEnd')}</p>
              </>
            }
            command={{ method: 'POST', path: `${path}/end` }}
          />
        )
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p class="hint">Nowhere at present.</p>
          ) : (
            <SessionsTable
              caption={phrase`Sessions of ${email}`}
              sessions={sessions}
              toEnd={(session) => ({ method: 'DELETE', path: `${path}/${session}` })}
            />
          )
        }
      </ReadGate>
    </Section>
  )
}
