import { say } from '../../../messages/dashboard/list-words.ts'
import { Link } from '../../parts/links.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import type { Job } from './job-view.ts'

const columns: readonly Column<Job>[] = [
  {
    title: say('command'),
    cell: ({ id, command, list }) => (
      <Link to={`/act-on-many/${id}`}>
        {say(command)} · {list}
      </Link>
    ),
  },
  { title: say('status'), cell: ({ status }) => <Status name={status} /> },
  {
    title: say('progressShort'),
    isNumber: true,
    cell: ({ total, left }) => `${total - left} / ${total}`,
  },
  {
    title: say('filter'),
    cell: ({ filter }) => (filter === '' ? say('everything') : <code>{filter}</code>),
  },
  { title: say('askedBy'), cell: ({ askedBy }) => askedBy },
  { title: say('started'), cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Jobs() {
  const { reading, readAgain } = useRead<{ jobs: Job[] }>('/act-on-many', {
    kinds: ['subscription', 'delivery'],
  })
  return (
    <Screen title={say('jobs')} hint={say('jobsHint')} hasRealTimes>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Empty title={say('noJobs')} hint={say('noJobsHint')} />
          ) : (
            <Table caption={say('jobs')} columns={columns} rows={jobs} keyOf={({ id }) => id} />
          )
        }
      </ReadGate>
    </Screen>
  )
}
