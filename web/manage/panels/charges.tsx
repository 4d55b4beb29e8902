/** Shows what was taken, and what did not work, in words; each payment with a receipt. */
import type { OwnCharge } from '../../api/session.generated.ts'
import { writeDay } from '../../messages/moments.ts'
import { Sentence } from '../../parts/sentence.tsx'
import type { Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { writeUnits } from '../../parts/money-text.ts'
import { Coming, Panel } from './panel.tsx'

type Props = { managed: Managed; onReceipt: (charge: OwnCharge) => void }

const statusTexts = {
  Succeeded: 'chargeSucceeded',
  Pending: 'chargePending',
  Retrying: 'chargeRetrying',
  Failed: 'chargeFailed',
  Cancelled: 'chargeCancelled',
} as const

export function ChargesPanel({ managed, onReceipt }: Props) {
  const { say } = useSpeech()
  const { charges } = managed
  if (!charges) return <Coming />
  return (
    <Panel id="history" title={say('history')}>
      {charges.length === 0 && <p class="hint">{say('historyNone')}</p>}
      <ul class="transfers">
        {charges.map((charge) => (
          <Charge key={charge.id} managed={managed} charge={charge} onReceipt={onReceipt} />
        ))}
      </ul>
    </Panel>
  )
}

function Charge({ managed, charge, onReceipt }: Props & { charge: OwnCharge }) {
  const { say, locale } = useSpeech()
  const { subscription, session } = managed
  const { status, period, chargeDate, reasonSide } = charge
  const amount = writeUnits(subscription.terms.amount, subscription)
  const merchant = session.merchantName
  return (
    <li>
      <div class="line">
        <div>
          <p>
            <Sentence
              text={say(statusTexts[status], { amount, date: writeDay(chargeDate, locale) })}
            />
          </p>
          <p class="hint">{say('chargePeriod', { period, count: subscription.maxPeriods })}</p>
        </div>
        {status === 'Succeeded' && (
          <button
            type="button"
            class="quiet"
            aria-label={`${say('receipt')}: ${say('chargePeriod', { period, count: subscription.maxPeriods })}`}
            onClick={() => onReceipt(charge)}
          >
            {say('receipt')}
          </button>
        )}
      </div>
      {status !== 'Succeeded' && reasonSide && (
        <p class="hint">
          {reasonSide === 'payer'
            ? say('onYourSide')
            : say(reasonSide === 'merchant' ? 'onMerchantSide' : 'onNetworkSide', { merchant })}
        </p>
      )}
    </li>
  )
}
