/** A command that needs a reason, which others read. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/operator-words.ts'
import { say as sayShell } from '../../../messages/dashboard/shell-words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'

type Props = { label: string; consequence: string; path: string; body?: object }

export function ReasonedCommand({ label, consequence, path, body = {} }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { state, send, forget } = useCommand()
  const close = () => {
    setOpen(false)
    forget()
  }
  const give = async () => {
    const given = { ...body, reason: reason.trim() }
    if (await send({ method: 'POST', path, body: given, isOwn: true })) close()
  }
  return (
    <>
      <button type="button" class="quiet danger" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={close}>
          <p>{consequence}</p>
          <Form label={label} onSubmit={() => void give()}>
            <TextField
              label={say('reason')}
              error={fieldError(state, 'reason')}
              value={reason}
              onValue={setReason}
            />
            <CommandNote state={state} />
            <footer class="buttons">
              <button type="button" class="quiet" onClick={close}>
                {sayShell('cancel')}
              </button>
              <button type="submit" class="strong danger" aria-disabled={state.step === 'sending'}>
                {label}
              </button>
            </footer>
          </Form>
        </Dialog>
      )}
    </>
  )
}
