/** Shows what the merchant's people did, and operators for it. */
import { AuditList } from './audit-list.tsx'

export default function Audit() {
  return <AuditList path="/audit" />
}
