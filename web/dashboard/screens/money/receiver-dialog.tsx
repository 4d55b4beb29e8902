/** Says where the money of one chain goes. */
import type { Receiver } from '../../../api/dashboard.generated.ts'
import { useState } from 'preact/hooks'
import { AddressText } from '../../../parts/address-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, fieldError, Form, TextField } from '../../parts/forms.tsx'
import { CommandNote } from '../../parts/problem-note.tsx'
import { useCommand } from '../../use-command.ts'

type Props = { receiver: Receiver; onClose: () => void }

export function ReceiverDialog({ receiver: { blockchain, address: present }, onClose }: Props) {
  const [address, setAddress] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const { state, send } = useCommand()
  const label = present ? 'Change the receiver' : 'Set the receiver'
  const save = async () => {
    const confirm = isConfirmed ? { confirm: true } : {}
    const body = { blockchain, address: address.trim(), ...confirm }
    const consequence = <Consequence {...body} />
    if (await send({ method: 'PUT', path: '/receiver', body, consequence })) onClose()
  }
  return (
    <Dialog title={`${label} on ${blockchain}`} onClose={onClose}>
      {present !== null && (
        <p class="note warning">
          Another address takes effect after 24 hours, in which it can be called off. Everybody who
          may see money is told.
        </p>
      )}
      <Form label={label} onSubmit={() => void save()} state={state}>
        <TextField
          label="Your address"
          hint="A wallet that you hold the keys of. Not an exchange’s deposit address, not a token, not a contract of this service: money there is lost."
          error={fieldError(state, 'address')}
          missing="Write the address that your money goes to."
          placeholder="0x…"
          autoComplete="off"
          spellcheck={false}
          value={address}
          onValue={setAddress}
        />
        {(isConfirmed || fieldError(state, 'confirm')) && (
          <CheckField
            label="I have read the warning and mean this address"
            isChecked={isConfirmed}
            onChecked={setConfirmed}
          />
        )}
        <CommandNote state={state} told={['address']} />
        <footer class="buttons">
          <button type="submit" class="strong" aria-disabled={state.step === 'sending'}>
            {label}
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}

const Consequence = ({ blockchain, address }: { blockchain: string; address: string }) => (
  <p>
    On {blockchain} your money goes to <AddressText address={address} />.
  </p>
)
