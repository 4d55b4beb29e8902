/** Shows where somebody is logged in, and ends it. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { say } from '../../shell/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { useRead } from '../../use-read.ts'
import { SessionsTable } from './sessions-table.tsx'

export function Sessions() {
  const { reading, readAgain } = useRead<Answers['listSessions']>('/me/sessions', { isOwn: true })
  return (
    <Section
      title="Sessions"
      hint="Where you are logged in. End what you do not know, and change your password then."
      actions={
        <CommandButton
          label="Log out everywhere"
          mood="danger"
          consequence={
            <>
              <p>Ends every session of yours, this one too.</p>
              <p>{say('wishesEnd')}</p>
            </>
          }
          command={{ method: 'POST', path: '/sessions/end', isOwn: true }}
        />
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ sessions }) => (
          <SessionsTable
            caption="Sessions"
            sessions={sessions}
            toEnd={(id) => ({ method: 'DELETE', path: `/me/sessions/${id}`, isOwn: true })}
          />
        )}
      </ReadGate>
    </Section>
  )
}
