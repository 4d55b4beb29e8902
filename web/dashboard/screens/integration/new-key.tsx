/** Creates an API key, and shows its secret until somebody says that it is saved. */
import type { NewApiKey } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'

/** `replaced` is the label of the key whose place it takes: by the same label the list tells which one can go. */
type Props = { replaced?: string; onClose: () => void }

export function NewKeyDialog({ replaced, onClose }: Props) {
  const [label, setLabel] = useState(replaced ?? '')
  const [made, setMade] = useState<NewApiKey | null>(null)
  const { state, send } = useCommand()
  const create = async () => {
    const key = await send<NewApiKey>({ method: 'POST', path: '/api-keys', body: { label } })
    if (key) setMade(key)
  }
  const title = replaced === undefined ? 'Create new API Key' : 'Replace the key'
  if (made) return <Secret made={made} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} onSubmit={() => void create()} state={state}>
        {replaced !== undefined && (
          <p>
            First a new key is made. The old one works until you delete it: give your server the new
            one, and delete the old one when the list says that it is not used any more.
          </p>
        )}
        <TextField
          label="Label"
          hint="For yourself, such as the server that uses it."
          error={fieldError(state, 'label')}
          missing="Give it a name, such as the server that uses it."
          value={label}
          onValue={setLabel}
        />
        <CommandNote state={state} told={['label']} />
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            Create
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}

/** Only its own button closes it: Escape, pressed too early, would lose the secret. */
const Secret = ({ made, onClose }: { made: NewApiKey; onClose: () => void }) => (
  <Dialog title="Your new API key" onClose={null}>
    <p class="note warning">
      The secret is shown this once. Keep it where your server reads its secrets, never in a page or
      a repository.
    </p>
    <div class="field">
      <span class="name">Key</span>
      <code translate={false}>{made.name}</code>
      <CopyButton text={made.name} label="Copy the key" copied="Key copied" />
    </div>
    <div class="field">
      <span class="name">Secret</span>
      <code translate={false}>{made.secret}</code>
      <CopyButton text={made.secret} label="Copy the secret" copied="Secret copied" />
    </div>
    <footer class="buttons">
      <button type="button" class="strong" onClick={onClose}>
        I have saved the secret
      </button>
    </footer>
  </Dialog>
)
