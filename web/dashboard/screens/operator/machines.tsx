/** All actors of all merchants, by state. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useRead } from '../../use-read.ts'

type Machine = { kind: string; status: string; phase: string; count: number }

const columns: readonly Column<Machine>[] = [
  { title: say('kind'), cell: ({ kind }) => kind },
  { title: say('status'), cell: ({ status }) => <Status name={status} /> },
  { title: say('phase'), cell: ({ phase }) => phase || '–' },
  { title: say('count'), cell: ({ count }) => count, isNumber: true },
]

export default function Machines() {
  const { reading, readAgain } = useRead<{ machines: Machine[] }>('/operator/machines', {
    isOwn: true,
  })
  return (
    <Screen title={say('machines')} hint={say('machinesHint')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ machines }) => (
          <Table
            caption={say('machines')}
            columns={columns}
            rows={machines}
            keyOf={({ kind, status, phase }) => `${kind}/${status}/${phase}`}
          />
        )}
      </ReadGate>
    </Screen>
  )
}
