/** The processes of the service: which roles each runs, of which release, and whether it is there. */
import { say } from '../../../messages/dashboard/running-words.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, When } from '../../parts/when.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { Lacks } from './lacks.tsx'

type Process = {
  id: string
  roles: string[]
  release: string
  host: string
  pid: number
  clockAheadMs: number
  startedAt: string
  seenAt: string
  isPresent: boolean
}
type Answer = { processes: Process[]; lacks: string[] }

export default function Processes() {
  const { reading, readAgain } = useRead<Answer>('/operator/processes', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen title={say('processes')} hint={say('processesHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ processes, lacks }) => (
          <>
            <Lacks lacks={lacks} />
            <Releases processes={processes} />
            {processes.length === 0 ? (
              <Empty title={say('noProcesses')} hint={say('noProcessesHint')} />
            ) : (
              <Table
                caption={say('processes')}
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
      <p class="note warning">{say('manyReleases', { releases: releases.join(', ') })}</p>
    )
  )
}

/** Less is the time that a question takes. */
const clockUnsuspiciousMs = 5_000

function clockText(aheadMs: number): string {
  if (Math.abs(aheadMs) <= clockUnsuspiciousMs) return say('clockRight')
  const seconds = String(Math.round(Math.abs(aheadMs) / 1_000))
  return aheadMs > 0 ? say('clockAhead', { seconds }) : say('clockBehind', { seconds })
}

const columns: readonly Column<Process>[] = [
  { title: say('roles'), cell: ({ roles }) => roles.join(', ') || say('starting') },
  {
    title: say('state'),
    cell: ({ isPresent }) => <Status name={isPresent ? 'Running' : 'Gone'} />,
  },
  {
    title: say('release'),
    cell: ({ release }) => {
      const [version, digest] = release.split('+')
      return (
        <>
          {version}
          <br />
          <code>{digest}</code>
        </>
      )
    },
  },
  {
    title: say('host'),
    cell: ({ host, pid }) => (
      <>
        {host}
        <br />
        <span class="hint">{say('processId', { id: String(pid) })}</span>
      </>
    ),
  },
  { title: say('started'), cell: ({ startedAt }) => <When at={startedAt} /> },
  { title: say('seen'), cell: ({ seenAt }) => <Ago at={seenAt} /> },
  { title: say('clock'), cell: ({ clockAheadMs }) => clockText(clockAheadMs) },
]
