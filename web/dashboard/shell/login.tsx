/** Where somebody says who they are. */
import { useState } from 'preact/hooks'
import { say } from '../../messages/dashboard/shell-words.ts'
import type { DashboardClient } from '../api/client.ts'
import type { Identity } from '../api/identity.ts'
import { Form, TextField } from '../parts/forms.tsx'
import { CommandNote } from '../parts/problem-note.tsx'
import { useOwnCommand } from './use-own-command.ts'

type Props = {
  client: DashboardClient
  notice: string | null
  onLoggedIn: (identity: Identity) => void
}

export function Login({ client, notice, onLoggedIn }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { state, send } = useOwnCommand(client)
  const logIn = async () => {
    const identity = await send<Identity>('/login', { email: email.trim(), password })
    if (identity) onLoggedIn(identity)
  }
  return (
    <main class="gate card">
      <h1>{say('logIn')}</h1>
      {notice && <p class="note">{notice}</p>}
      <Form label={say('logIn')} onSubmit={() => void logIn()}>
        <TextField
          label={say('email')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        <TextField
          label={say('password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        <CommandNote state={state} />
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {state.step === 'sending' ? say('loggingIn') : say('logIn')}
        </button>
      </Form>
    </main>
  )
}
