/** Who did what, at any merchant. */
import { say } from '../../../messages/dashboard/operator-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import type { Column } from '../../parts/table.tsx'
import { type AuditEntry, AuditList } from '../team/audit-list.tsx'
import { OperatorLink } from './links.tsx'

const filters: readonly Filter[] = [{ name: 'merchantId', label: say('merchant'), kind: 'text' }]

const columns: readonly Column<AuditEntry>[] = [
  {
    title: say('merchant'),
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
