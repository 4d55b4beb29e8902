/**
 * Sets a password by a link that somebody was sent. The link's token stands behind a `#`, which
 * browsers send to nobody, and leaves the address bar at once.
 */
import { useEffect, useState } from 'preact/hooks'
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
        <h1>Choose a password</h1>
        <p role="status">The password is set. Log in with it.</p>
        <a class="strong" href="/dashboard">
          Log in
        </a>
      </main>
    )
  return (
    <main class="gate card">
      <h1>Choose a password</h1>
      <p class="hint">This link sets the password of your account, once. Then you can log in.</p>
      <Form label="Set the password" onSubmit={() => void set()}>
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 12 characters. A sentence is easier to remember than signs."
          value={password}
          onValue={setPassword}
        />
        <CommandNote state={state} />
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Set the password
        </button>
      </Form>
    </main>
  )
}
