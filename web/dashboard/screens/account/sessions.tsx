/** Where somebody is logged in, and the end of it. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useRead } from '../../use-read.ts'
import { type Session, SessionsTable } from './sessions-table.tsx'

export function Sessions() {
  const { reading, readAgain } = useRead<{ sessions: Session[] }>('/me/sessions', { isOwn: true })
  return (
    <Section
      title={say('sessions')}
      hint={say('sessionsHint')}
      actions={
        <CommandButton
          label={say('endAll')}
          mood="danger"
          consequence={<p>{say('endAllHint')}</p>}
          command={{ method: 'POST', path: '/sessions/end', isOwn: true }}
        />
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ sessions }) => (
          <SessionsTable
            caption={say('sessions')}
            sessions={sessions}
            toEnd={(id) => ({ method: 'DELETE', path: `/me/sessions/${id}`, isOwn: true })}
          />
        )}
      </ReadGate>
    </Section>
  )
}
