/** Asks who is there: by the password, a code of the authenticator, or a passkey. */
import { useState } from 'preact/hooks'
import type { DashboardClient } from '../api/client.ts'
import type { ApiProblem } from '../api/problem.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, TextField } from '../parts/forms.tsx'
import { CommandNote } from '../parts/problem-note.tsx'
import { useOwnCommand } from '../shell/use-own-command.ts'
import type { CommandState } from '../use-command.ts'
import type { Proof, WantedProof } from './ask-proof.ts'
import { mayUsePasskeys, signWithPasskey } from './passkeys.ts'

type Props = {
  client: DashboardClient
  wanted: WantedProof
  onAnswer: (given: Proof | null) => void
}

const passwordField = {
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const
const codeField = {
  label: 'Code of your authenticator',
  hint: 'Six digits, or one of your recovery codes.',
  type: 'text',
  autoComplete: 'one-time-code',
} as const

/** A proof that was refused is told until the next one is sent. */
const sayRefused = (state: CommandState, refused?: ApiProblem): CommandState =>
  refused && state.step === 'idle' ? { step: 'failed', error: refused } : state

export function ProofDialog({
  client,
  wanted: { kinds, inCall, consequence, refused },
  onAnswer,
}: Props) {
  const { state, send } = useOwnCommand(client)
  const [text, setText] = useState('')
  const [isDeclined, setDeclined] = useState(false)
  const isPassword = kinds.includes('Password')
  const takesText = ['Password', 'Totp', 'RecoveryCode'].some((kind) => kinds.includes(kind))
  const give = async (proof: Proof) => {
    if (inCall || (await send('/proof', proof))) onAnswer(proof)
  }
  const givePasskey = async () => {
    setDeclined(false)
    const options = await send<PublicKeyCredentialRequestOptionsJSON>('/proof/options', {})
    if (!options) return
    const passkey = await signWithPasskey(options)
    if (passkey) await give({ passkey })
    else setDeclined(true)
  }
  return (
    <Dialog title="Is it you?" onClose={() => onAnswer(null)}>
      {consequence}
      <p class="hint">
        This moves money or opens the door to it, so the service asks again.{' '}
        {inCall ? 'The answer counts for this alone.' : 'The answer counts for 15 minutes.'}
      </p>
      {kinds.includes('Passkey') && mayUsePasskeys() && (
        <button type="button" class="strong" onClick={() => void givePasskey()}>
          Use a passkey
        </button>
      )}
      {isDeclined && <p role="alert">No passkey was used. Try again, or use a code.</p>}
      {takesText && (
        <Form
          label="Is it you?"
          onSubmit={() => void give(isPassword ? { password: text } : { code: text.trim() })}
        >
          <TextField {...(isPassword ? passwordField : codeField)} value={text} onValue={setText} />
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            Confirm
          </button>
        </Form>
      )}
      <CommandNote state={sayRefused(state, refused)} />
    </Dialog>
  )
}
