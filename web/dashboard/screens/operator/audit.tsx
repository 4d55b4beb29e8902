/** Who did what, at any merchant. */
import { say } from '../../../messages/dashboard/people-words.ts'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { auditColumns, type AuditEntry, auditFilters } from '../team/audit.tsx'

export default function OperatorAudit() {
  return (
    <Screen title={say('audit')} hint={say('auditHint')}>
      <List<AuditEntry>
        caption={say('audit')}
        path="/operator/audit"
        isOwn
        field="entries"
        kinds={[]}
        filters={auditFilters}
        columns={auditColumns}
        keyOf={({ id }) => id}
        empty={{ title: say('noAudit'), hint: say('noAuditHint') }}
      />
    </Screen>
  )
}
