/** The cells of the service: how full each is, and what it lacks. */
import { say } from '../../../messages/dashboard/running-words.ts'
import type { Cell } from '../../cells.ts'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead, watchedMs } from '../../use-read.ts'
import { sizeOf } from './size-of.ts'

export default function Cells() {
  const { reading, readAgain } = useRead<{ cells: Cell[] }>('/operator/cells', {
    isOwn: true,
    everyMs: watchedMs,
  })
  return (
    <Screen title={say('cells')} hint={say('cellsHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ cells }) => (
          <Table caption={say('cells')} columns={columns} rows={cells} keyOf={({ name }) => name} />
        )}
      </ReadGate>
    </Screen>
  )
}

const columns: readonly Column<Cell>[] = [
  {
    title: say('cell'),
    cell: ({ name, isHome }) => (
      <>
        {name}
        {isHome && (
          <>
            <br />
            <span class="hint">{say('homeCell')}</span>
          </>
        )}
      </>
    ),
  },
  {
    title: say('state'),
    cell: ({ merchants }) => <Status name={merchants === null ? 'Gone' : 'Running'} />,
  },
  { title: say('merchants'), cell: ({ merchants }) => merchants ?? say('unknown'), isNumber: true },
  {
    title: say('size'),
    cell: ({ bytes }) => (bytes === null ? say('unknown') : sizeOf(bytes)),
    isNumber: true,
  },
  {
    title: say('lacks'),
    cell: ({ lacks }) =>
      lacks.length === 0 ? (
        say('nothing')
      ) : (
        <ul class="plain">
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      ),
  },
]
