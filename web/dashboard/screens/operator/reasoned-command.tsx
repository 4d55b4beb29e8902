/** A command that needs a reason, which others read. */
import { useState } from 'preact/hooks'
import { CommandForm } from '../../parts/command-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { fieldError, TextField } from '../../parts/forms.tsx'

type Props = { label: string; consequence: string; path: string; body?: object }

export function ReasonedCommand({ label, consequence, path, body = {} }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = () => setOpen(false)
  const given = { ...body, reason: reason.trim() }
  return (
    <>
      <button type="button" class="quiet danger" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={close}>
          <p>{consequence}</p>
          <CommandForm
            label={label}
            told={['reason']}
            submit={label}
            mood="danger"
            command={{ method: 'POST', path, body: given, isOwn: true }}
            onDone={close}
            onCancel={close}
          >
            {(state) => (
              <TextField
                label="Reason"
                error={fieldError(state, 'reason')}
                missing="Say why."
                value={reason}
                onValue={setReason}
              />
            )}
          </CommandForm>
        </Dialog>
      )}
    </>
  )
}
