/** Where somebody is logged in, and the end of it. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Section } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'

type Session = {
  id: string
  device: string
  address: string | null
  createdAt: string
  usedAt: string
  isThisOne: boolean
}

const columns: readonly Column<Session>[] = [
  {
    title: say('device'),
    cell: ({ device, isThisOne }) => (isThisOne ? `${device} (${say('thisSession')})` : device),
  },
  { title: say('address'), cell: ({ address }) => address ?? '–' },
  { title: say('loggedIn'), cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: say('lastUse'), cell: ({ usedAt }) => <When at={usedAt} /> },
  {
    title: say('actions'),
    cell: ({ id, isThisOne }) =>
      !isThisOne && (
        <CommandButton
          label={say('endSession')}
          consequence={<p>{say('endSessionHint')}</p>}
          command={{ method: 'DELETE', path: `/me/sessions/${id}`, isOwn: true }}
        />
      ),
  },
]

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
          <Table
            caption={say('sessions')}
            columns={columns}
            rows={sessions}
            keyOf={({ id }) => id}
          />
        )}
      </ReadGate>
    </Section>
  )
}
