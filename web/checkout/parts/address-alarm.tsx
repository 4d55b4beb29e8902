/** Stands where the ways to pay would: something about the address is not as it must be. */
import type { AddressRefusal } from '../address-check.ts'
import type { PaymentView } from '../payment-view.ts'
import { useSpeech } from '../speech.ts'
import { AlertIcon } from './icons.tsx'

export function AddressAlarm({ view, refusal }: { view: PaymentView; refusal: AddressRefusal }) {
  const { say } = useSpeech()
  const merchant = view.merchantName
  const reasons = {
    addressDiffers: say('doNotPayHint', { merchant }),
    factoryUnknown: say('factoryUnknown', { merchant }),
    tokenDiffers: say('tokenDiffers', { merchant }),
  }
  return (
    <div class="card alarm" role="alert">
      <AlertIcon />
      <h3>{say('doNotPay')}</h3>
      <p>{reasons[refusal.kind]}</p>
      {refusal.kind === 'addressDiffers' && (
        <dl>
          <dt>{say('shownAddress')}</dt>
          <dd>
            <code>{refusal.shown}</code>
          </dd>
          <dt>{say('derivedAddress')}</dt>
          <dd>
            <code>{refusal.expected}</code>
          </dd>
        </dl>
      )}
    </div>
  )
}
