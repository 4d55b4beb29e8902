/** Who did what, at any merchant. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import type { Column } from '../../parts/table.tsx'
import { type AuditEntry, AuditList, Narrow } from '../team/audit-list.tsx'

const filters: readonly Filter[] = [{ name: 'merchantId', label: say('merchant'), kind: 'text' }]

const columns: readonly Column<AuditEntry>[] = [
  {
    title: say('merchant'),
    cell: ({ merchantId }) =>
      merchantId ? <Narrow name="merchantId" value={merchantId} of={say('merchant')} /> : '–',
  },
]

export default function OperatorAudit() {
  return <AuditList path="/operator/audit" isOwn filters={filters} columns={columns} />
}
