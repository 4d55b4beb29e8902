/** Where somebody is logged in: the session that looks at it is named, the others can be ended. */
import { say } from '../../../messages/dashboard/people-words.ts'
import type { Command } from '../../api/client.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

export type Session = {
  id: string
  device: string
  address: string | null
  createdAt: string
  usedAt: string
  isThisOne: boolean
}

type Props = {
  sessions: readonly Session[]
  caption: string
  /** The command that ends one. */
  toEnd: (id: string) => Command
}

export const SessionsTable = ({ sessions, caption, toEnd }: Props) => (
  <Table
    caption={caption}
    columns={[...columns, actions(toEnd)]}
    rows={sessions}
    keyOf={({ id }) => id}
  />
)

const columns: readonly Column<Session>[] = [
  {
    title: say('device'),
    cell: ({ device, isThisOne }) => (isThisOne ? `${device} (${say('thisSession')})` : device),
  },
  { title: say('address'), cell: ({ address }) => address ?? '–' },
  { title: say('loggedIn'), cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: say('lastUse'), cell: ({ usedAt }) => <When at={usedAt} /> },
]

const actions = (toEnd: Props['toEnd']): Column<Session> => ({
  title: say('actions'),
  cell: ({ id, isThisOne, device }) =>
    !isThisOne && (
      <CommandButton
        label={say('endSession')}
        consequence={<p>{say('endSessionHint', { device })}</p>}
        command={toEnd(id)}
      />
    ),
})
