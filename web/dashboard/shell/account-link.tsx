/**
 * Sets a password by a link that somebody was sent. The link's token stands behind a `#`, which
 * browsers send to nobody, and leaves the address bar at once.
 */
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../messages/dashboard/shell-words.ts'
import type { DashboardClient } from '../api/client.ts'
import { Form, TextField } from '../parts/forms.tsx'
import { CommandNote } from '../parts/problem-note.tsx'
import { useOwnCommand } from './use-own-command.ts'

export function AccountLink({ client }: { client: DashboardClient }) {
  const [token] = useState(() => location.hash.replace(/^#(token=)?/, ''))
  const [password, setPassword] = useState('')
  const [isSet, setIsSet] = useState(false)
  const { state, send } = useOwnCommand(client)
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  const set = async () => {
    if (await send('/account-link', { token, password })) setIsSet(true)
  }
  if (isSet)
    return (
      <main class="gate card">
        <h1>{say('invitedTitle')}</h1>
        <p role="status">{say('passwordSet')}</p>
        <a class="strong" href="/dashboard">
          {say('logIn')}
        </a>
      </main>
    )
  return (
    <main class="gate card">
      <h1>{say('invitedTitle')}</h1>
      <p class="hint">{say('invitedHint')}</p>
      <Form label={say('setPassword')} onSubmit={() => void set()}>
        <TextField
          label={say('newPassword')}
          type="password"
          autoComplete="new-password"
          required
          hint={say('newPasswordHint')}
          value={password}
          onValue={setPassword}
        />
        <CommandNote state={state} />
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {say('setPassword')}
        </button>
      </Form>
    </main>
  )
}
