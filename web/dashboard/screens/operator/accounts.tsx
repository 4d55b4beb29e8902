/** Everybody who may log in: people of merchants, and operators. */
import { useState } from 'preact/hooks'
import type { Filter } from '../../parts/list/filters.tsx'
import { Screen } from '../../parts/screen.tsx'
import { AccountsList } from './accounts-list.tsx'
import { InviteWindow } from './invite-window.tsx'

const filters: readonly Filter[] = [
  { name: 'search', label: 'Find', kind: 'text', placeholder: 'address or merchant' },
  {
    name: 'roleIn',
    label: 'Role',
    kind: 'choice',
    options: ['Operator', 'Owner', 'Manager', 'Finance', 'Support', 'Developer', 'Reader'],
  },
]

export default function Accounts() {
  const [isInviting, setInviting] = useState(false)
  return (
    <Screen
      title="Accounts"
      hint="Everybody who may log in. You pass on links; nobody’s password is ever seen or set by you."
      actions={
        <button type="button" class="strong" onClick={() => setInviting(true)}>
          Invite an operator
        </button>
      }
    >
      <AccountsList filters={filters} />
      {isInviting && <InviteWindow merchantId={null} onClose={() => setInviting(false)} />}
    </Screen>
  )
}
