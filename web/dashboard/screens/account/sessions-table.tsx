/** Lists where somebody is logged in: the session that looks at it is named, the others can be ended. */
import type { Session } from '../../../api/dashboard.generated.ts'
import type { Command } from '../../api/client.ts'
import { say } from '../../shell/people-words.ts'
import { CommandButton } from '../../parts/command-button.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { phrase } from '../../phrase.ts'

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
    title: 'Device',
    cell: ({ device, isThisOne }) => (isThisOne ? `${device} (this one)` : device),
  },
  { title: 'Address', cell: ({ address }) => address ?? '–' },
  { title: 'Logged in', cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: 'Last used', cell: ({ usedAt }) => <When at={usedAt} /> },
]

const actions = (toEnd: Props['toEnd']): Column<Session> => ({
  title: 'Actions',
  cell: ({ id, isThisOne, device }) =>
    !isThisOne && (
      <CommandButton
        label="End"
        consequence={
          <>
            <p>{phrase`Whoever uses ${device} there has to log in again.`}</p>
            <p>{say('wishesEnd')}</p>
          </>
        }
        command={toEnd(id)}
      />
    ),
})
