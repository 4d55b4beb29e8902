/** Stands in place of the ways to subscribe, and says why the page asks for no signature. */
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { AddressText } from '../../parts/address-text.tsx'
import type { SessionProblem } from '../../session/client.ts'
import { refusalText } from '../../session/refusal-text.ts'
import type { TermsRefusal } from '../../subscription/terms-check.ts'
import type { Refusal } from '../purpose.ts'
import { useSpeech } from '../speech.ts'

type ShownRefusal = Exclude<Refusal, { reason: 'begun' }>
type Props = {
  refusal: ShownRefusal
  merchantName: string
  manageAddress: string | null
  onTryAgain: () => void
}

/** Something is not as the page shows it: what the page promises of the contract does not hold. */
export const isAlarming = (refusal: Refusal): refusal is TermsRefusal =>
  alarms.includes(refusal.reason)

const alarms: readonly Refusal['reason'][] = [
  'addressDiffers',
  'factoryUnknown',
  'tokenDiffers',
  'termsDiffer',
]

export function RefusalCard({ refusal, merchantName, manageAddress, onTryAgain }: Props) {
  const { say } = useSpeech()
  const again = (
    <button type="button" class="quiet" onClick={onTryAgain}>
      {say('tryAgain')}
    </button>
  )
  if (!isAlarming(refusal))
    return (
      <section class="card refusal" role="alert">
        <Calm refusal={refusal} manageAddress={manageAddress} />
        {again}
      </section>
    )
  return (
    <section class="card alarm" role="alert">
      <h2>{say('refused')}</h2>
      <p>{alarmText(say, refusal, merchantName)}</p>
      {refusal.reason === 'addressDiffers' && (
        <dl>
          <dt>{say('refusedShown')}</dt>
          <dd>
            <code translate={false}>{refusal.shown}</code>
          </dd>
          <dt>{say('refusedExpected')}</dt>
          <dd>
            <code translate={false}>{refusal.expected}</code>
          </dd>
        </dl>
      )}
      {again}
    </section>
  )
}

type CalmProps = Pick<Props, 'manageAddress'> & { refusal: Exclude<ShownRefusal, TermsRefusal> }

/** Nobody is cheated here: what is the matter, and what helps. */
function Calm({ refusal, manageAddress }: CalmProps) {
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
      return <Refused problem={refusal.problem} manageAddress={manageAddress} />
  }
}

function Refused({
  problem,
  manageAddress,
}: Pick<Props, 'manageAddress'> & { problem: SessionProblem }) {
  const speech = useSpeech()
  const { say } = speech
  return (
    <>
      <h2>{say(problem.code === 'PlanNotFound' ? 'planNotOffered' : 'planNotReady')}</h2>
      <p>{say('serviceRefuses', { why: refusalText(speech, problem) })}</p>
      {problem.code === 'TooManyDrafts' && manageAddress && (
        <a class="strong" rel="noreferrer" target="_blank" href={manageAddress}>
          {say('showSubscriptions')}
          <span class="unseen"> ({say('opensNewTab')})</span>
        </a>
      )}
    </>
  )
}

function alarmText(say: Translate, { reason }: TermsRefusal, merchant: string): string {
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
