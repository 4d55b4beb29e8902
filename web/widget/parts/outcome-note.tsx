/** Shows what came of the last attempt, where it is not a subscription, and the way on. */
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { permitText } from '../../session/permit-text.ts'
import { type SigningTrouble, waysOnFrom } from '../../subscription/signing/outcome.ts'
import { Sentence } from '../../parts/sentence.tsx'
import { writeUnits } from '../../parts/money-text.ts'
import { type Offer, priceOf } from '../offer.ts'
import { useSpeech } from '../speech.ts'
import type { Subscribing } from '../use-subscribing.ts'

type Props = { offer: Offer; subscribing: Subscribing }

export function OutcomeNote({ offer, subscribing: { outcome, session } }: Props) {
  const { say } = useSpeech()
  if (outcome === null) return null
  if (outcome.outcome === 'zero') return <p class="note warning">{say('allowedNothing')}</p>
  const amount = priceOf(offer)
  if (outcome.outcome !== 'trouble')
    return outcome.allowed < amount ? (
      <p class="note warning">
        <span>
          <Sentence
            text={say('allowedTooLittle', {
              allowed: writeUnits(outcome.allowed, offer),
              amount: writeUnits(amount, offer),
            })}
          />
        </span>
      </p>
    ) : null
  const looksAgain = waysOnFrom(outcome).includes('lookAgain')
  return (
    <>
      <p class="note warning">{troubleText(say, outcome)}</p>
      {looksAgain && (
        <button type="button" class="quiet" onClick={() => void session.check()}>
          {say('lookAgain')}
        </button>
      )}
    </>
  )
}

function troubleText(say: Translate, trouble: SigningTrouble): string {
  switch (trouble.trouble) {
    case 'declined':
      return say('troubleDeclined')
    case 'alreadyAsked':
      return say('troubleAlreadyAsked')
    case 'unanswered':
      return say('troubleUnanswered')
    case 'wrongNetwork':
      return say('troubleWrongNetwork')
    case 'otherAccount':
      return say('troubleOtherAccount', { account: trouble.expected })
    case 'reverted':
      return say('troubleReverted')
    case 'pending':
      return say('troublePending')
    case 'permitUsed':
      return say('troublePermitUsed')
    case 'permitExpired':
      return say('troublePermitExpired')
    case 'permitRefused':
      return say(permitText(trouble.reason) ?? 'troublePermitRefused')
    case 'permitWaits':
      return say(permitText(trouble.reason) ?? 'troublePermitWaits')
    case 'unsupported':
      return say('troubleUnsupported')
    case 'refused':
      return say('refused')
    case 'failed':
      return say('walletFailed', { message: trouble.message })
  }
}
