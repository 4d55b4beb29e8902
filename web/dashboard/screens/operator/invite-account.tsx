/** Invites an operator, or somebody of a merchant who has nobody left to do it: an address becomes a link. */
import { useState } from 'preact/hooks'
import { CommandForm } from '../../parts/command-form.tsx'
import { fieldError, SelectField, TextField } from '../../parts/forms.tsx'
import type { Link } from '../team/link-dialog.tsx'
import { meaningOf, roleOptions } from '../team/roles.ts'
import { OwnPassword } from './passworded-command.tsx'

type Props = {
  /** Null: an operator is invited. */
  merchantId: string | null
  onInvited: (link: Link) => void
}

export function InviteAccount({ merchantId, onInvited }: Props) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('Owner')
  const [password, setPassword] = useState('')
  const whom = merchantId === null ? { role: 'Operator' } : { role, merchantId }
  const label = merchantId === null ? 'Invite an operator' : 'Invite somebody'
  return (
    <CommandForm
      label={label}
      told={['email']}
      submit="Make the invitation"
      command={{
        method: 'POST',
        path: '/operator/accounts',
        body: { ...whom, email: email.trim(), password },
        isOwn: true,
      }}
      isReady={email !== '' && password !== ''}
      onDone={(answer) => onInvited((answer as { invitation: Link }).invitation)}
    >
      {(state) => (
        <>
          <p class="hint">
            {merchantId === null
              ? 'Operators see all merchants. You get a link to pass on; it sets a password, once, within seven days.'
              : 'For a merchant that has nobody left who could. You get a link to pass on.'}
          </p>
          <TextField
            label="E-mail"
            type="email"
            error={fieldError(state, 'email')}
            missing="Write an e-mail address."
            value={email}
            onValue={setEmail}
          />
          {merchantId !== null && (
            <SelectField
              label="Role"
              hint={meaningOf(role)}
              options={roleOptions}
              value={role}
              onValue={setRole}
            />
          )}
          <OwnPassword value={password} onValue={setPassword} />
        </>
      )}
    </CommandForm>
  )
}
