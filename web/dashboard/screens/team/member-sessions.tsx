/** Where one of the merchant's people is logged in, and the end of it in one place or in all. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useRead } from '../../use-read.ts'
import { type Session, SessionsTable } from '../account/sessions-table.tsx'

export function MemberSessions({ id, email }: { id: string; email: string }) {
  const path = `/members/${id}/sessions`
  const { reading, readAgain } = useRead<{ sessions: Session[] }>(path)
  const isAnywhere = reading.step === 'read' && reading.value.sessions.length > 0
  return (
    <Section
      title={say('sessions')}
      hint={say('theirSessionsHint')}
      actions={
        isAnywhere && (
          <CommandButton
            label={say('endTheirs')}
            consequence={<p>{say('endTheirsHint', { email })}</p>}
            command={{ method: 'POST', path: `${path}/end` }}
          />
        )
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p class="hint">{say('nowhere')}</p>
          ) : (
            <SessionsTable
              caption={say('sessionsOf', { email })}
              sessions={sessions}
              toEnd={(session) => ({ method: 'DELETE', path: `${path}/${session}` })}
            />
          )
        }
      </ReadGate>
    </Section>
  )
}
