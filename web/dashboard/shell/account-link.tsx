/**
 * Sets a password by a link that somebody was sent. The link's token stands behind a `#`, which
 * browsers send to nobody, and leaves the address bar at once.
 */
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import type { Identity } from '../api/identity.ts'
import { Form, TextField } from '../parts/forms.tsx'
import { CommandNote } from '../parts/problem-note.tsx'
import { useOwnCommand } from './use-own-command.ts'

type Props = { client: DashboardClient; onLoggedIn: (identity: Identity) => void }

export function AccountLink({ client, onLoggedIn }: Props) {
  const [token] = useState(() => location.hash.replace(/^#(token=)?/, ''))
  const [password, setPassword] = useState('')
  const { route } = useLocation()
  const [isSet, setIsSet] = useState(false)
  const { state, send } = useOwnCommand(client)
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  const set = async () => {
    const account = await send<{ email: string }>('/account-link', { token, password })
    if (!account) return
    const { email } = account
    const identity = await client
      .send<Identity>({ method: 'POST', path: '/login', body: { email, password } })
      .catch(() => null)
    // Where there is a second factor, the login asks for it.
    if (!identity) return setIsSet(true)
    onLoggedIn(identity)
    route('/dashboard', true)
  }
  if (isSet) return <PasswordSet />
  return (
    <main class="gate card">
      <h1>Choose a password</h1>
      <p class="hint">This link sets the password of your account, once, and logs you in.</p>
      <Form label="Set the password" takesFocus onSubmit={() => void set()}>
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

/** Where that alone logs nobody in. */
const PasswordSet = () => (
  <main class="gate card">
    <h1>Choose a password</h1>
    <p role="status">The password is set. Log in with it.</p>
    <a class="strong" href="/dashboard">
      Log in
    </a>
  </main>
)
