/** Invites somebody: an address and a role become a link to pass on. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/people-words.ts'
import { fieldError, Form, SelectField, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'
import type { Link } from './link-dialog.tsx'
import { meaningOf, roleOptions } from './roles.ts'

export function Invite({ onInvited }: { onInvited: (link: Link) => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('Reader')
  const { state, send } = useCommand()
  const invite = async () => {
    const body = { email: email.trim(), role }
    const made = await send<{ invitation: Link }>({ method: 'POST', path: '/members', body })
    if (made) onInvited(made.invitation)
  }
  return (
    <Form label={say('invite')} onSubmit={() => void invite()}>
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
      <CommandNote state={state} />
      <footer class="buttons">
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {say('makeInvitation')}
        </button>
      </footer>
    </Form>
  )
}
