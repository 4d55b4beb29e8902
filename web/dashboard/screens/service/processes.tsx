/** The processes of the service: which roles each runs, of which release, and whether it is there. */
import type { Answers, Process } from '../../../api/dashboard.generated.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, When } from '../../parts/when.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { Lacks } from './lacks.tsx'
import { phrase } from '../../phrase.ts'

export default function Processes() {
  const { reading, readAgain } = useRead<Answers['listProcesses']>('/operator/processes', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen
      title="Processes"
      hint="What runs now, and until ten minutes ago. Each says every few seconds that it is there."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ processes, lacks }) => (
          <>
            <Lacks lacks={lacks} />
            <Releases processes={processes} />
            {processes.length === 0 ? (
              <Empty
                title="No process has said that it is there"
                hint="Those of a release before this one do not."
              />
            ) : (
              <Table
                caption="Processes"
                columns={columns}
                rows={processes}
                keyOf={({ id }) => id}
              />
            )}
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

/** Two releases at once are shown before anything else. */
function Releases({ processes }: { processes: readonly Process[] }) {
  const present = processes.filter(({ isPresent }) => isPresent)
  const releases = [...new Set(present.map(({ release }) => release))].toSorted()
  return (
    releases.length > 1 && (
      <p class="note warning">{phrase`Releases run beside each other: ${releases.join(', ')}. During a rollout that is meant; after an hour it is not.`}</p>
    )
  )
}

/** Less is the time that a question takes. */
const clockUnsuspiciousMs = 5_000

function clockText(aheadMs: number): string {
  if (Math.abs(aheadMs) <= clockUnsuspiciousMs) return 'right'
  const seconds = String(Math.round(Math.abs(aheadMs) / 1_000))
  return aheadMs > 0
    ? phrase`${seconds} s ahead: set it right (NTP)`
    : phrase`${seconds} s behind: set it right (NTP)`
}

const columns: readonly Column<Process>[] = [
  { title: 'Roles', cell: ({ roles }) => roles.join(', ') || 'starting' },
  {
    title: 'State',
    cell: ({ isPresent }) => <Status name={isPresent ? 'Running' : 'Gone'} />,
  },
  {
    title: 'Release',
    cell: ({ release }) => {
      const [version, digest] = release.split('+')
      return (
        <>
          {version}
          <br />
          <code translate={false}>{digest}</code>
        </>
      )
    },
  },
  {
    title: 'Host',
    cell: ({ host, pid }) => (
      <>
        {host}
        <br />
        <span class="hint">{phrase`process ${String(pid)}`}</span>
      </>
    ),
  },
  { title: 'Started', cell: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Last word', cell: ({ seenAt }) => <Ago at={seenAt} /> },
  { title: 'Clock', cell: ({ clockAheadMs }) => clockText(clockAheadMs) },
]
