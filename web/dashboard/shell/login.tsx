/** Logs somebody in: by a password, and a code where there is a second factor; or by a passkey. */
import type { Identity } from '../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say as sayPeople } from './people-words.ts'
import type { DashboardClient } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { Form, TextField } from '../parts/forms.tsx'
import { CommandNote } from '../parts/problem-note.tsx'
import { mayUsePasskeys, signWithPasskey } from '../proof/passkeys.ts'
import type { CommandState } from '../use-command.ts'
import { useOwnCommand } from './use-own-command.ts'

type Props = {
  client: DashboardClient
  notice: string | null
  onLoggedIn: (identity: Identity) => void
}

export function Login({ client, notice, onLoggedIn }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { state, send } = useOwnCommand(client)
  const [proofs, setProofs] = useState<readonly string[] | null>(null)
  const wanted = proofsOf(state) ?? proofs
  if (wanted !== proofs) setProofs(wanted)
  const logIn = async () => {
    const given = { email: email.trim(), password, ...(wanted && { code: code.trim() }) }
    const identity = await send<Identity>('/login', given)
    if (identity) onLoggedIn(identity)
  }
  return (
    <main class="gate card">
      <p class="brand">Mandate</p>
      <h1>Log in</h1>
      {notice && <p class="note">{notice}</p>}
      <Form label="Log in" takesFocus onSubmit={() => void logIn()}>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        {wanted && <CodeField proofs={wanted} value={code} onValue={setCode} />}
        {proofsOf(state) === null && <CommandNote state={state} />}
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          {state.step === 'sending' ? 'Logging in…' : 'Log in'}
        </button>
      </Form>
      {mayUsePasskeys() && <PasskeyLogin client={client} onLoggedIn={onLoggedIn} />}
    </main>
  )
}

/** Returns what the account asks for besides the password; null where it asked for nothing. */
function proofsOf(state: CommandState): readonly string[] | null {
  if (state.step !== 'failed' || !(state.error instanceof ApiProblem)) return null
  const { code, details } = state.error
  return code === 'SecondFactorRequired'
    ? ((details['proofs'] as string[] | undefined) ?? [])
    : null
}

type CodeProps = { proofs: readonly string[]; value: string; onValue: (value: string) => void }

function CodeField({ proofs, value, onValue }: CodeProps) {
  const needed = proofs.includes('Totp') ? 'codeNeeded' : 'passkeyNeeded'
  return (
    <>
      <p class="note" role="status">
        {sayPeople(needed)}
      </p>
      <TextField
        label="Code"
        hint="Six digits of your authenticator, or one of your recovery codes."
        autoComplete="one-time-code"
        value={value}
        onValue={onValue}
      />
    </>
  )
}

function PasskeyLogin({ client, onLoggedIn }: Omit<Props, 'notice'>) {
  const { state, send } = useOwnCommand(client)
  const [isRefused, setRefused] = useState(false)
  const logIn = async () => {
    setRefused(false)
    const options = await send<PublicKeyCredentialRequestOptionsJSON>('/login/passkey/options', {})
    if (!options) return
    const passkey = await signWithPasskey(options)
    if (!passkey) return setRefused(true)
    const identity = await send<Identity>('/login/passkey', { passkey })
    if (identity) onLoggedIn(identity)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => void logIn()}>
        Use a passkey
      </button>
      {isRefused && (
        <p class="hint" role="alert">
          {sayPeople('passkeyRefused')}
        </p>
      )}
      <CommandNote state={state} />
    </>
  )
}
