/**
 * Sets a password by a link that somebody was sent. The link's token stands behind a `#`, which
 * browsers send to nobody, and leaves the address bar at once.
 */
import type { Answers, Identity } from '../../api/dashboard.generated.ts'
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { Form, TextField } from '../parts/forms.tsx'
import { CommandNote } from '../parts/problem-note.tsx'
import { useOwnCommand } from './use-own-command.ts'

type Props = { client: DashboardClient; onLoggedIn: (identity: Identity) => void }

export function AccountLink({ client, onLoggedIn }: Props) {
  const [token] = useState(() => location.hash.replace(/^#(token=)?/, ''))
  const [owner, setOwner] = useState<Answers['readAccountLink'] | null>(null)
  const { state, send } = useOwnCommand(client)
  useEffect(() => {
    history.replaceState(null, '', location.pathname)
    void send<Answers['readAccountLink']>('/account-link/read', { token }).then(setOwner)
  }, [])
  const isUnknown = state.step === 'failed' && state.error instanceof ApiProblem
  return (
    <main class="gate card">
      <h1>Choose a password</h1>
      {isUnknown ? (
        <CommandNote state={state} />
      ) : (
        <ChosenPassword client={client} onLoggedIn={onLoggedIn} token={token} owner={owner} />
      )}
    </main>
  )
}

type ChosenProps = Props & { token: string; owner: Answers['readAccountLink'] | null }

function ChosenPassword({ client, onLoggedIn, token, owner }: ChosenProps) {
  const [password, setPassword] = useState('')
  const { route } = useLocation()
  const [isSet, setIsSet] = useState(false)
  const { state, send } = useOwnCommand(client)
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
    <>
      <p>
        {owner ? sayWhose(owner) : '\u00a0'}
        <br />
        <strong translate={false}>{owner?.email ?? '\u00a0'}</strong>
      </p>
      <p class="hint">This link sets the password of your account, once, and logs you in.</p>
      <Form label="Set the password" takesFocus onSubmit={() => void set()}>
        <input type="email" autoComplete="username" value={owner?.email ?? ''} readOnly hidden />
        <TextField {...passwordField} value={password} onValue={setPassword} />
        <CommandNote state={state} />
        <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
          Set the password
        </button>
      </Form>
    </>
  )
}

const passwordField = {
  label: 'New password',
  type: 'password',
  autoComplete: 'new-password',
  required: true,
  hint: 'At least 12 characters. A sentence is easier to remember than signs.',
} as const

/** Where that alone logs nobody in. */
const PasswordSet = () => (
  <>
    <p role="status">The password is set. Log in with it.</p>
    <a class="strong" href="/dashboard">
      Log in
    </a>
  </>
)

/** The address stands below, in a line of its own: nothing moves once it is known. */
const sayWhose = ({ purpose, merchantName }: Answers['readAccountLink']): string =>
  purpose === 'invitation'
    ? `${merchantName ?? 'This service'} invites`
    : `A new password at ${merchantName ?? 'this service'}, for`
