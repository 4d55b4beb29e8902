/** The cells of the service: how full each is, and what it lacks. */
import type { Answers, Cell } from '../../../api/dashboard.generated.ts'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { sizeOf } from './size-of.ts'

export default function Cells() {
  const { reading, readAgain } = useRead<Answers['listCells']>('/operator/cells', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen
      title="Cells"
      hint="Each is a service of its own, with its own merchants. A new merchant is placed in the emptiest. The other pages are about the one that is chosen above the menu."
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ cells }) => (
          <Table caption="Cells" columns={columns} rows={cells} keyOf={({ name }) => name} />
        )}
      </ReadGate>
    </Screen>
  )
}

const columns: readonly Column<Cell>[] = [
  {
    title: 'Cell',
    cell: ({ name, isHome }) => (
      <>
        {name}
        {isHome && (
          <>
            <br />
            <span class="hint">answers whoever belongs to none</span>
          </>
        )}
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ merchants }) => <Status name={merchants === null ? 'Gone' : 'Running'} />,
  },
  { title: 'Merchants', cell: ({ merchants }) => merchants ?? 'not known now', isNumber: true },
  {
    title: 'Size',
    cell: ({ bytes }) => (bytes === null ? 'not known now' : sizeOf(bytes)),
    isNumber: true,
  },
  {
    title: 'What it lacks',
    cell: ({ lacks }) =>
      lacks.length === 0 ? (
        'nothing'
      ) : (
        <ul class="plain">
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      ),
  },
]
