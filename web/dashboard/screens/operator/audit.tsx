/** Shows who did what, at any merchant. */
import type { AuditEntry } from '../../../api/dashboard.generated.ts'
import type { Filter } from '../../parts/list/filters.tsx'
import type { Column } from '../../parts/table.tsx'
import { AuditList } from '../team/audit-list.tsx'
import { OperatorLink } from './links.tsx'

const filters: readonly Filter[] = [{ name: 'merchantId', label: 'Merchant', kind: 'text' }]

const columns: readonly Column<AuditEntry>[] = [
  {
    title: 'Merchant',
    cell: ({ merchantId, merchantName }) =>
      merchantId ? (
        <OperatorLink to={`/merchants/${merchantId}`}>{merchantName ?? merchantId}</OperatorLink>
      ) : (
        '–'
      ),
  },
]

export default function OperatorAudit() {
  return <AuditList path="/operator/audit" isOwn filters={filters} columns={columns} />
}
