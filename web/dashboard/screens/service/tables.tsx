/** The tables that grow, month by month: how large each month is. */
import type { Answers, TableMonth } from '../../../api/dashboard.generated.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'
import { sizeOf } from './size-of.ts'

export default function Tables() {
  const path = '/operator/tables-by-month'
  const { reading, readAgain } = useRead<Answers['listTableMonths']>(path, { isOwn: true })
  return (
    <Screen
      title="Tables by month"
      hint={
        <>
          What grows with what happens is kept by month. Months that ended long ago{' '}
          <a href="/docs/guides/operations/months">can be kept elsewhere</a>.
        </>
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ months }) =>
          months.length === 0 ? (
            <Empty
              title="There is no month yet"
              hint="A process with the role of the relays makes them ahead."
            />
          ) : (
            <Table
              caption="Tables by month"
              columns={columns}
              rows={months}
              keyOf={({ table, month }) => `${table}/${month}`}
            />
          )
        }
      </ReadGate>
    </Screen>
  )
}

const columns: readonly Column<TableMonth>[] = [
  { title: 'Month', cell: ({ month }) => month },
  { title: 'Table', cell: ({ table }) => table },
  { title: 'Rows, about', cell: ({ rows }) => rows ?? 'not counted yet', isNumber: true },
  { title: 'Size', cell: ({ bytes }) => sizeOf(bytes), isNumber: true },
]
