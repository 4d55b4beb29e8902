/** The tables that grow, month by month: how large each month is, and whether it has left for the archive. */
import { say } from '../../../messages/dashboard/running-words.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'

type TableMonth = {
  table: string
  month: string
  rows: number | null
  bytes: number
  file: string | null
}

export default function Tables() {
  const path = '/operator/tables-by-month'
  const { reading, readAgain } = useRead<{ months: TableMonth[] }>(path, { isOwn: true })
  return (
    <Screen title={say('tables')} hint={say('tablesHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ months }) =>
          months.length === 0 ? (
            <Empty title={say('noTables')} hint={say('noTablesHint')} />
          ) : (
            <Table
              caption={say('tables')}
              columns={columns}
              rows={months}
              keyOf={({ table, month, file }) => `${table}/${month}/${file ?? ''}`}
            />
          )
        }
      </ReadGate>
    </Screen>
  )
}

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** Such as `12.3 MB`; less than a kB is one. */
function sizeOf(bytes: number): string {
  let size = Math.max(1, bytes / 1_000)
  let unit = 0
  for (; size >= 1_000 && unit < units.length - 1; unit++) size /= 1_000
  return `${size.toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}

const columns: readonly Column<TableMonth>[] = [
  { title: say('month'), cell: ({ month }) => month },
  { title: say('table'), cell: ({ table }) => table },
  { title: say('rows'), cell: ({ rows }) => rows ?? say('notCounted'), isNumber: true },
  { title: say('size'), cell: ({ bytes }) => sizeOf(bytes), isNumber: true },
  {
    title: say('place'),
    cell: ({ file }) => (file === null ? say('inDatabase') : say('inArchive', { file })),
  },
]
