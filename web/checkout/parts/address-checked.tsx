/** The mark of an address that the contract on chain has confirmed to be this payment's. */
import { useSpeech } from '../speech.ts'
import { CheckIcon } from './icons.tsx'

export function AddressChecked() {
  const { say } = useSpeech()
  return (
    <p class="checked">
      <CheckIcon />
      {say('addressChecked')}
    </p>
  )
}
