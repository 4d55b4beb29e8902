/** Invites somebody: an address and a role become a link to pass on. */
import { useState } from 'preact/hooks'
import { CommandForm } from '../../parts/command-form.tsx'
import { fieldError, SelectField, TextField } from '../../parts/forms.tsx'
import type { Link } from './link-dialog.tsx'
import { meaningOf, roleOptions } from './roles.ts'

export function Invite({ onInvited }: { onInvited: (link: Link) => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('Reader')
  return (
    <CommandForm
      label="Invite somebody"
      told={['email']}
      submit="Make the invitation"
      command={{ method: 'POST', path: '/members', body: { email: email.trim(), role } }}
      onDone={(answer) => onInvited((answer as { invitation: Link }).invitation)}
    >
      {(state) => (
        <>
          <p class="hint">
            You get a link to pass on. It sets their password, once, within seven days.
          </p>
          <TextField
            label="E-mail"
            type="email"
            error={fieldError(state, 'email')}
            missing="Write an e-mail address."
            value={email}
            onValue={setEmail}
          />
          <SelectField
            label="Role"
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
