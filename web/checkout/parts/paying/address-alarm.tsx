/** Stands in place of the ways to pay and says why the page asks for no money. */
import type { AddressRefusal } from '../../address-check.ts'
import type { PaymentView } from '../../payment-view.ts'
import { useSpeech } from '../../speech.ts'

type Props = { view: PaymentView; refusal: AddressRefusal; onTryAgain: () => void }

export function AddressAlarm({ view, refusal, onTryAgain }: Props) {
  const { say } = useSpeech()
  const merchant = view.merchantName
  const reasons = {
    addressDiffers: say('doNotPayHint', { merchant }),
    factoryUnknown: say('factoryUnknown', { merchant }),
    tokenDiffers: say('tokenDiffers', { merchant }),
    amountDiffers: say('amountDiffers', { merchant }),
    termsChanged: say('termsChanged', { merchant }),
  }
  return (
    <div class="card alarm">
      <p>{reasons[refusal.reason]}</p>
      {refusal.reason === 'addressDiffers' && (
        <dl>
          <dt>{say('shownAddress')}</dt>
          <dd>
            <code translate={false}>{refusal.shown}</code>
          </dd>
          <dt>{say('derivedAddress')}</dt>
          <dd>
            <code translate={false}>{refusal.expected}</code>
          </dd>
        </dl>
      )}
      {refusal.reason !== 'termsChanged' && (
        <button type="button" class="quiet" onClick={onTryAgain}>
          {say('tryAgain')}
        </button>
      )}
    </div>
  )
}
