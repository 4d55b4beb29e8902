/** Everybody who may log in: people of merchants, and operators. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/service-words.ts'
import type { Filter } from '../../parts/filters.tsx'
import { Screen } from '../../parts/screen.tsx'
import { AccountsList } from './accounts-list.tsx'
import { InviteWindow } from './invite-window.tsx'

const filters: readonly Filter[] = [
  { name: 'search', label: say('find'), kind: 'text', placeholder: say('findExample') },
  {
    name: 'roleIn',
    label: say('role'),
    kind: 'choice',
    options: ['Operator', 'Owner', 'Manager', 'Finance', 'Support', 'Developer', 'Reader'],
  },
]

export default function Accounts() {
  const [isInviting, setInviting] = useState(false)
  return (
    <Screen
      title={say('accounts')}
      hint={say('accountsHint')}
      actions={
        <button type="button" class="strong" onClick={() => setInviting(true)}>
          {say('inviteOperator')}
        </button>
      }
    >
      <AccountsList filters={filters} />
      {isInviting && <InviteWindow merchantId={null} onClose={() => setInviting(false)} />}
    </Screen>
  )
}
