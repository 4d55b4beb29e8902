/** Shows what the customer has already, and what becomes of it when this offer is allowed. */
import type { OwnSubscription } from '../../api/session.generated.ts'
import { Ends } from '../../parts/address-text.tsx'
import { gap, Sentence } from '../../parts/sentence.tsx'
import { isBegun } from '../draft.ts'
import type { Offer } from '../offer.ts'
import { useSpeech } from '../speech.ts'

type Props = {
  offer: Offer
  /** The Draft that the page was opened for; null: none. */
  drafted: OwnSubscription | null
  /** The customer's own, as the service tells them. */
  own: readonly OwnSubscription[]
}

export function KeptNote({ offer, drafted, own }: Props) {
  const { say } = useSpeech()
  if (drafted) {
    const replaced = own.find(({ contractAddress }) => contractAddress === drafted.replaces)
    if (!replaced) return null
    const key = drafted.replacesWhen === 'Now' ? 'takesPlaceNow' : 'takesPlace'
    return <p class="note">{say(key, { plan: replaced.plan.name })}</p>
  }
  // With the account that pays for it the page shows that one, and offers none.
  const running = own.find((one) => one.planId === offer.id && isBegun(one))
  if (!running) return null
  return (
    <p class="note warning">
      <span>
        <Sentence text={say('comesOnTop', { account: gap })}>
          <Ends text={running.payer} />
        </Sentence>
      </span>
    </p>
  )
}
