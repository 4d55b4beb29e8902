/** The tables that grow, month by month: how large each month is, and whether it has left for the archive. */
import { say } from '../../../messages/dashboard/running-words.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'
import { sizeOf } from './size-of.ts'

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
