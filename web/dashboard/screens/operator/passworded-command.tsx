/** A command to somebody's account: a session alone, which may be stolen, is not enough, so it asks for one's own password. */
import { useState } from 'preact/hooks'
import { CommandForm } from '../../parts/command-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/forms.tsx'

type Props = {
  label: string
  consequence: string
  path: string
  mood?: 'danger'
  onDone?: (answer: unknown) => void
}

export function PasswordedCommand({ label, consequence, path, mood, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const close = () => {
    setOpen(false)
    setPassword('')
  }
  return (
    <>
      <button type="button" class={`quiet ${mood ?? ''}`} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={close}>
          <p>{consequence}</p>
          <CommandForm
            label={label}
            submit={label}
            {...(mood && { mood })}
            command={{ method: 'POST', path, body: { password }, isOwn: true }}
            isReady={password !== ''}
            onDone={(answer) => {
              close()
              onDone?.(answer)
            }}
            onCancel={close}
          >
            {() => <OwnPassword value={password} onValue={setPassword} />}
          </CommandForm>
        </Dialog>
      )}
    </>
  )
}

type PasswordProps = { value: string; onValue: (value: string) => void }

export const OwnPassword = ({ value, onValue }: PasswordProps) => (
  <TextField
    label="Your own password"
    hint="A session alone, which may be stolen, opens nobody’s account."
    type="password"
    autoComplete="current-password"
    value={value}
    onValue={onValue}
  />
)
