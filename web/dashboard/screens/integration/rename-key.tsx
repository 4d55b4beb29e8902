/** Gives an API key another label; its name, which servers use, stays. */
import { useState } from 'preact/hooks'
import { useSpeech } from '../../../parts/speech.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'

type Props = { name: string; label: string; onClose: () => void }

export function RenameKeyDialog({ name, label: before, onClose }: Props) {
  const [label, setLabel] = useState(before)
  const { state, send } = useCommand()
  const { announce } = useSpeech()
  const rename = async () => {
    const answer = await send({ method: 'PATCH', path: `/api-keys/${name}`, body: { label } })
    if (answer === null) return
    onClose()
    announce('Renamed')
  }
  return (
    <Dialog title="Rename the key" onClose={onClose}>
      <Form label="Rename the key" onSubmit={() => void rename()}>
        <TextField
          label="Label"
          hint="For yourself: servers and webhooks go on with the key as it is."
          error={fieldError(state, 'label')}
          value={label}
          onValue={setLabel}
        />
        <CommandNote state={state} />
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            Rename
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}
