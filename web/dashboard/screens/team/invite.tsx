/** Invites somebody: an address and a role become a link to pass on. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/people-words.ts'
import { CommandForm } from '../../parts/command-form.tsx'
import { fieldError, SelectField, TextField } from '../../parts/forms.tsx'
import type { Link } from './link-dialog.tsx'
import { meaningOf, roleOptions } from './roles.ts'

export function Invite({ onInvited }: { onInvited: (link: Link) => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('Reader')
  return (
    <CommandForm
      label={say('invite')}
      submit={say('makeInvitation')}
      command={{ method: 'POST', path: '/members', body: { email: email.trim(), role } }}
      onDone={(answer) => onInvited((answer as { invitation: Link }).invitation)}
    >
      {(state) => (
        <>
          <p class="hint">{say('inviteHint')}</p>
          <TextField
            label={say('email')}
            type="email"
            error={fieldError(state, 'email')}
            value={email}
            onValue={setEmail}
          />
          <SelectField
            label={say('role')}
            hint={meaningOf(role)}
            options={roleOptions}
            value={role}
            onValue={setRole}
          />
        </>
      )}
    </CommandForm>
  )
}
