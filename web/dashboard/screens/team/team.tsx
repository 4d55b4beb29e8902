/** The people of the merchant, for those who may decide about them. */
import type { Answers, Member } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { useDashboard, useRight } from '../../context.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { Invite } from './invite.tsx'
import { type Link, LinkDialog } from './link-dialog.tsx'
import { ManageMember } from './manage-member.tsx'

/** One window at most stands over the list. */
type Window =
  | { shows: 'invitation' }
  | { shows: 'member'; id: string }
  | { shows: 'link'; link: Link }

export default function Team() {
  const { reading, readAgain } = useRead<Answers['listMembers']>('/members')
  const [opened, setOpened] = useState<Window | null>(null)
  const { identity } = useDashboard()
  const mayChange = useRight('people')
  const members = reading.step === 'read' ? reading.value.members : []
  const manage = (id: string) => setOpened({ shows: 'member', id })
  return (
    <Screen
      title="Team"
      hint="Who works for you here, and what each may do."
      actions={
        mayChange && (
          <button type="button" class="strong" onClick={() => setOpened({ shows: 'invitation' })}>
            Invite somebody
          </button>
        )
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {() => (
          <Table
            caption="Team"
            columns={columnsFor(identity.email, manage)}
            rows={members}
            keyOf={({ id }) => id}
          />
        )}
      </ReadGate>
      {opened && <Opened opened={opened} members={members} setOpened={setOpened} />}
    </Screen>
  )
}

type OpenedProps = {
  opened: Window
  members: readonly Member[]
  setOpened: (next: Window | null) => void
}

function Opened({ opened, members, setOpened }: OpenedProps) {
  const { identity } = useDashboard()
  const close = () => setOpened(null)
  const showLink = (link: Link) => setOpened({ shows: 'link', link })
  if (opened.shows === 'link') return <LinkDialog link={opened.link} onClose={close} />
  if (opened.shows === 'invitation')
    return (
      <Dialog title="Invite somebody" onClose={close}>
        <Invite onInvited={showLink} />
      </Dialog>
    )
  const managed = members.find(({ id }) => id === opened.id)
  const isSelf = managed?.email === identity.email
  return managed ? (
    <Dialog title={managed.email} isWide onClose={close}>
      <ManageMember member={managed} isSelf={isSelf} onLink={showLink} />
    </Dialog>
  ) : null
}

const columnsFor = (ownEmail: string, manage: (id: string) => void): readonly Column<Member>[] => [
  {
    title: 'Person',
    cell: ({ email }) => (email === ownEmail ? `${email} (you)` : email),
  },
  { title: 'Role', cell: ({ role }) => <span class="whole">{role}</span> },
  {
    title: 'State',
    cell: ({ isDisabled, hasPassword }) => (
      <span class="status" data-mood={isDisabled ? 'over' : hasPassword ? 'good' : 'wait'}>
        {isDisabled ? 'Shut out' : hasPassword ? 'May log in' : 'Invited'}
      </span>
    ),
  },
  {
    title: 'Second factor',
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'yes' : 'no'),
  },
  { title: 'Last seen', cell: ({ usedAt }) => <When at={usedAt} /> },
  {
    title: 'Actions',
    cell: ({ id, email }) => (
      <button type="button" class="quiet" aria-label={`Manage ${email}`} onClick={() => manage(id)}>
        Manage
      </button>
    ),
  },
]
