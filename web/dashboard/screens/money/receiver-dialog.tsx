/** Says where the money of one chain goes. */
import { useState } from 'preact/hooks'
import { say } from '../../../messages/dashboard/settings-words.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'
import type { ReceiverView } from './receivers.tsx'

type Props = { receiver: ReceiverView; onClose: () => void }

export function ReceiverDialog({ receiver: { blockchain, address: present }, onClose }: Props) {
  const [address, setAddress] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const { state, send } = useCommand()
  const title = say(present ? 'changeReceiver' : 'setReceiver')
  const save = async () => {
    const confirm = isConfirmed ? { confirm: true } : {}
    const body = { blockchain, address: address.trim(), ...confirm }
    if (await send({ method: 'PUT', path: '/receiver', body })) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {present !== null && <p class="note warning">{say('receiverWait')}</p>}
      <Form label={title} onSubmit={() => void save()}>
        <TextField
          label={say('receiverAddress')}
          hint={say('receiverAddressHint')}
          error={fieldError(state, 'address')}
          placeholder="0x…"
          autoComplete="off"
          spellcheck={false}
          value={address}
          onValue={setAddress}
        />
        {(isConfirmed || fieldError(state, 'confirm')) && (
          <CheckField
            label={say('confirmWarnings')}
            isChecked={isConfirmed}
            onChecked={setConfirmed}
          />
        )}
        <CommandNote state={state} />
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            {title}
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}
