/** Creates an API key, and shows its secret until somebody says that it is saved. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/settings-words.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'

type NewKey = { name: string; secret: string }

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [label, setLabel] = useState('')
  const [made, setMade] = useState<NewKey | null>(null)
  const { state, send } = useCommand()
  const create = async () => {
    const key = await send<NewKey>({ method: 'POST', path: '/api-keys', body: { label } })
    if (key) setMade(key)
  }
  if (made) return <Secret made={made} onClose={onClose} />
  return (
    <Dialog title={say('createKey')} onClose={onClose}>
      <Form label={say('createKey')} onSubmit={() => void create()}>
        <TextField
          label={say('label')}
          hint={say('labelHint')}
          error={fieldError(state, 'label')}
          value={label}
          onValue={setLabel}
        />
        <CommandNote state={state} />
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            {say('create')}
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Only its own button closes it: Escape, pressed too early, would lose the secret. */
const Secret = ({ made, onClose }: { made: NewKey; onClose: () => void }) => (
  <Dialog title={say('keyCreated')} onClose={null}>
    <p class="note warning">{say('secretOnce')}</p>
    <div class="field">
      <span class="name">{say('keyName')}</span>
      <code>{made.name}</code>
      <CopyButton text={made.name} label={say('copyKey')} copied={say('keyCopied')} />
    </div>
    <div class="field">
      <span class="name">{say('secret')}</span>
      <code>{made.secret}</code>
      <CopyButton text={made.secret} label={say('copySecret')} copied={say('secretCopied')} />
    </div>
    <footer class="buttons">
      <button type="button" class="strong" onClick={onClose}>
        {say('savedIt')}
      </button>
    </footer>
  </Dialog>
)
