/** The people of the merchant, for those who may decide about them. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/people-words.ts'
import { useDashboard } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { Invite } from './invite.tsx'
import { type Link, LinkDialog } from './link-dialog.tsx'
import { ManageMember, type Member } from './manage-member.tsx'

export default function Team() {
  const { reading, readAgain } = useRead<{ members: Member[] }>('/members')
  const [isInviting, setInviting] = useState(false)
  const [managedId, setManagedId] = useState<string | null>(null)
  const [link, setLink] = useState<Link | null>(null)
  const { identity } = useDashboard()
  const managed =
    reading.step === 'read' ? reading.value.members.find(({ id }) => id === managedId) : undefined
  return (
    <Screen
      title={say('team')}
      hint={say('teamHint')}
      actions={
        <button type="button" class="strong" onClick={() => setInviting(true)}>
          {say('invite')}
        </button>
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ members }) => (
          <Table
            caption={say('team')}
            columns={columnsFor(identity.email, setManagedId)}
            rows={members}
            keyOf={({ id }) => id}
          />
        )}
      </ReadGate>
      {isInviting && (
        <Dialog title={say('invite')} onClose={() => setInviting(false)}>
          <Invite
            onInvited={(made) => {
              setInviting(false)
              setLink(made)
            }}
          />
        </Dialog>
      )}
      {managed && (
        <Dialog title={managed.email} onClose={() => setManagedId(null)}>
          <ManageMember
            member={managed}
            onLink={(made) => {
              setManagedId(null)
              setLink(made)
            }}
          />
        </Dialog>
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </Screen>
  )
}

const columnsFor = (ownEmail: string, manage: (id: string) => void): readonly Column<Member>[] => [
  {
    title: say('member'),
    cell: ({ email }) => (email === ownEmail ? `${email} (${say('you')})` : email),
  },
  { title: say('role'), cell: ({ role }) => <span class="whole">{role}</span> },
  {
    title: say('state'),
    cell: ({ isDisabled, hasPassword }) => (
      <span class="status" data-mood={isDisabled ? 'over' : hasPassword ? 'good' : 'wait'}>
        {say(isDisabled ? 'shutOut' : hasPassword ? 'activeMember' : 'invited')}
      </span>
    ),
  },
  {
    title: say('withSecondFactor'),
    cell: ({ hasSecondFactor }) => say(hasSecondFactor ? 'yes' : 'no'),
  },
  { title: say('lastSeen'), cell: ({ usedAt }) => <When at={usedAt} /> },
  {
    title: say('actions'),
    cell: ({ id, email }) => (
      <button
        type="button"
        class="quiet"
        aria-label={`${say('manage')} ${email}`}
        onClick={() => manage(id)}
      >
        {say('manage')}
      </button>
    ),
  },
]
