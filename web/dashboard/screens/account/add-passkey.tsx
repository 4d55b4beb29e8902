/** Has the browser make a passkey, under a name that its owner gives it. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { say } from '../../shell/people-words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { makePasskey, mayUsePasskeys } from '../../proof/passkeys.ts'
import { useCommand } from '../../use-command.ts'

type Props = { onCodes: (codes: string[]) => void }

export function AddPasskey({ onCodes }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!mayUsePasskeys())
    return (
      <p class="hint">
        None can be made here: the browser does not know passkeys, or this page stands at a bare
        address without a name.
      </p>
    )
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Add a passkey
      </button>
      {isOpen && <Name onCodes={onCodes} onClose={() => setOpen(false)} />}
    </>
  )
}

function Name({ onCodes, onClose }: Props & { onClose: () => void }) {
  const [label, setLabel] = useState('')
  const [isRefused, setRefused] = useState(false)
  const { state, send } = useCommand()
  const add = async () => {
    setRefused(false)
    const ask = { method: 'POST', path: '/me/passkey-options', isOwn: true } as const
    const options = await send<PublicKeyCredentialCreationOptionsJSON>(ask)
    if (!options) return
    const passkey = await makePasskey(options)
    if (!passkey) return setRefused(true)
    const body = { label: label.trim(), passkey }
    const answer = await send<Answers['confirmTotp']>({
      method: 'POST',
      path: '/me/passkeys',
      body,
      isOwn: true,
    })
    if (!answer) return
    onClose()
    if (answer.recoveryCodes) onCodes(answer.recoveryCodes)
  }
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <Form label="Add a passkey" onSubmit={() => void add()} state={state}>
        <TextField
          label="Name of the passkey"
          hint={`So that you know it again, such as “laptop”. ${say('wishesEnd')}`}
          error={fieldError(state, 'label')}
          missing="Give it a name."
          value={label}
          onValue={setLabel}
        />
        <CommandNote state={state} told={['label']} />
        {isRefused && <p role="alert">{say('passkeyRefused')}</p>}
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            Add a passkey
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}
