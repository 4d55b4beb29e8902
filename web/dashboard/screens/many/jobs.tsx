import { say } from './command-words.ts'
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
    title: 'What to do',
    cell: ({ id, command, list }) => (
      <Link to={`/act-on-many/${id}`}>
        {say(command)} · {list}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status name={status} /> },
  {
    title: 'Progress',
    isNumber: true,
    cell: ({ total, left }) => `${total - left} / ${total}`,
  },
  {
    title: 'Filter',
    cell: ({ filter }) => (filter === '' ? 'everything' : <code>{filter}</code>),
  },
  { title: 'By', cell: ({ askedBy }) => askedBy },
  { title: 'Started', cell: ({ createdAt }) => <When at={createdAt} /> },
]

export default function Jobs() {
  const { reading, readAgain } = useRead<{ jobs: Job[] }>('/act-on-many', {
    kinds: ['subscription', 'delivery'],
  })
  return (
    <Screen
      title="Acting on many"
      hint="Commands that were given to all rows of a filter. They go on when you close this page."
      hasRealTimes
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Empty
              title="Nothing yet"
              hint="Filter subscriptions or deliveries, and act on all that match."
            />
          ) : (
            <Table caption="Acting on many" columns={columns} rows={jobs} keyOf={({ id }) => id} />
          )
        }
      </ReadGate>
    </Screen>
  )
}
