/** All actors of all merchants, by state. */
import { ofOneMerchant } from './links.tsx'
import type { Answers } from '../../../api/dashboard.generated.ts'
import { Narrowed } from '../../parts/list/narrowed.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { filterOf } from '../../parts/list/totals.tsx'
import { useAddressQuery } from '../../use-address-query.ts'
import { useRead } from '../../use-read.ts'

const columns: readonly Column<Answers['countMachines']['machines'][number]>[] = [
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Status', cell: ({ status }) => <Status name={status} /> },
  { title: 'Phase', cell: ({ phase }) => phase || '–' },
  { title: 'How many', cell: ({ count }) => count, isNumber: true },
]

export default function Machines() {
  const { query } = useAddressQuery()
  const path = `/operator/machines${filterOf(query, [ofOneMerchant.name])}`
  const { reading, readAgain } = useRead<Answers['countMachines']>(path, { isOwn: true })
  return (
    <Screen title="Machines by state" hint="All actors of all merchants.">
      <Narrowed by={[ofOneMerchant]} />
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ machines }) => (
          <Table
            caption="Machines by state"
            columns={columns}
            rows={machines}
            keyOf={({ kind, status, phase }) => `${kind}/${status}/${phase}`}
          />
        )}
      </ReadGate>
    </Screen>
  )
}
