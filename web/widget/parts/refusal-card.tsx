/** Stands in place of the ways to subscribe, and says why the page asks for no signature. */
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { AddressText } from '../../parts/address-text.tsx'
import type { TermsRefusal } from '../../subscription/terms-check.ts'
import type { Refusal } from '../purpose.ts'
import { useSpeech } from '../speech.ts'

type Shown = Exclude<Refusal, { reason: 'begun' }>
type Props = { refusal: Shown; merchantName: string; onTryAgain: () => void }

/** Something is not as the page shows it: what the page promises of the contract does not hold. */
export const isAlarming = (refusal: Refusal): refusal is TermsRefusal =>
  alarms.includes(refusal.reason)

const alarms: readonly Refusal['reason'][] = [
  'addressDiffers',
  'factoryUnknown',
  'tokenDiffers',
  'termsDiffer',
]

export function RefusalCard({ refusal, merchantName, onTryAgain }: Props) {
  const { say } = useSpeech()
  const again = (
    <button type="button" class="quiet" onClick={onTryAgain}>
      {say('tryAgain')}
    </button>
  )
  if (!isAlarming(refusal))
    return (
      <section class="card refusal" role="alert">
        <Calm refusal={refusal} merchantName={merchantName} />
        {again}
      </section>
    )
  return (
    <section class="card alarm" role="alert">
      <h2>{say('refused')}</h2>
      <p>{refusalText(say, refusal, merchantName)}</p>
      {refusal.reason === 'addressDiffers' && (
        <dl>
          <dt>{say('refusedShown')}</dt>
          <dd>
            <code>{refusal.shown}</code>
          </dd>
          <dt>{say('refusedExpected')}</dt>
          <dd>
            <code>{refusal.expected}</code>
          </dd>
        </dl>
      )}
      {again}
    </section>
  )
}

/** Nobody is cheated here: what is the matter, and what helps. */
function Calm({
  refusal,
  merchantName: merchant,
}: Pick<Props, 'merchantName'> & { refusal: Exclude<Shown, TermsRefusal> }) {
  const { say } = useSpeech()
  switch (refusal.reason) {
    case 'otherPayer':
      return (
        <>
          <h2>{say('otherPayer')}</h2>
          <p>{say('otherPayerHint')}</p>
          <div class="field">
            <AddressText address={refusal.payer} />
          </div>
        </>
      )
    case 'over':
      return (
        <>
          <h2>{say('draftOver')}</h2>
          <p>{say('draftOverHint')}</p>
        </>
      )
    case 'serviceAway':
      return (
        <>
          <h2>{say('serviceAway')}</h2>
          <p>{say('serviceAwayNow')}</p>
        </>
      )
    case 'serviceRefuses':
      return (
        <>
          <h2>{say('planNotReady')}</h2>
          <p>{say('serviceRefuses', { merchant, message: refusal.message })}</p>
        </>
      )
  }
}

function refusalText(say: Translate, { reason }: TermsRefusal, merchant: string): string {
  switch (reason) {
    case 'addressDiffers':
      return say('refusedAddress', { merchant })
    case 'factoryUnknown':
      return say('refusedFactory', { merchant })
    case 'tokenDiffers':
      return say('refusedToken', { merchant })
    case 'termsDiffer':
      return say('refusedTerms', { merchant })
  }
}
