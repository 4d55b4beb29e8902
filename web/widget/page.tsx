/** The widget with an open session: the plan, and the way to subscribe to it. */
import type { CustomerSession, OfferedPlan, OwnSubscription } from '../api/session.generated.ts'
import { useState } from 'preact/hooks'
import type { SessionClient } from '../session/client.ts'
import type { PageAddress } from '../session/page-address.ts'
import { Opening, Stop } from '../session/session-gate.tsx'
import { useRead } from '../session/use-read.ts'
import { readPageSettings } from '../session/written-settings.ts'
import { isOver } from './draft.ts'
import { manageAddressOf } from './manage-address.ts'
import { type Offer, toDraftedOffer, toOffer } from './offer.ts'
import { OfferPage } from './parts/offer-page.tsx'
import { useSpeech } from './speech.ts'

type Props = { session: CustomerSession; client: SessionClient; address: PageAddress }

export function Page({ session, client, address }: Props) {
  const { say } = useSpeech()
  const merchant = session.merchantName
  const path = `/plans/${encodeURIComponent(address.planId ?? 'none')}`
  const { reading, readAgain } = useRead<OfferedPlan>(client, path)
  if (session.may === 'leave') return <ForLeaving />
  if (reading.step === 'reading') return <Opening />
  if (reading.step === 'away') return <Away onTryAgain={readAgain} />
  const isRefused = reading.step === 'refused'
  if (isRefused && reading.problem.code !== 'MerchantNotReady')
    return (
      <Stop heading={say('planNotOffered')} hints={[say('planNotOfferedHint', { merchant })]} />
    )
  const offer = isRefused ? null : toOffer(reading.value)
  if (!offer)
    return (
      <Stop heading={say('planNotReady')} hints={[say('planNotReadyHint', { merchant })]}>
        <button type="button" class="quiet" onClick={readAgain}>
          {say('tryAgain')}
        </button>
      </Stop>
    )
  const known = { offer, session, client, address }
  return address.subscription ? (
    <DraftedOffer {...known} contractAddress={address.subscription} />
  ) : (
    <OfferPage {...known} drafted={null} />
  )
}

type Drafted = Props & { offer: Offer; contractAddress: string }

/** A Draft that was made elsewhere, such as one that takes another's place: it is approved as it is. */
function DraftedOffer({ contractAddress, offer, ...known }: Drafted) {
  const { say } = useSpeech()
  const path = `/subscriptions/${contractAddress}`
  const { reading, readAgain } = useRead<OwnSubscription>(known.client, path)
  if (reading.step === 'reading') return <Opening />
  if (reading.step === 'away') return <Away onTryAgain={readAgain} />
  if (reading.step === 'refused' || reading.value.planId !== offer.id) {
    const hint = say('planNotOfferedHint', { merchant: known.session.merchantName })
    return <Stop heading={say('planNotOffered')} hints={[hint]} />
  }
  if (isOver(reading.value))
    return <Stop heading={say('draftOver')} hints={[say('draftOverHint'), say('askShop')]} />
  const drafted = reading.value
  return <OfferPage {...known} offer={toDraftedOffer(offer, drafted)} drafted={drafted} />
}

/** A token that can only end things leads to where it can. */
function ForLeaving() {
  const { say } = useSpeech()
  const [settings] = useState(readPageSettings)
  const manageAddress = manageAddressOf(settings.manageUrl, null)
  return (
    <Stop heading={say('sessionLimited')} hints={[say('sessionLimitedHint'), say('askShop')]}>
      {manageAddress && (
        <a class="strong" rel="noreferrer" href={manageAddress}>
          {say('manageLink')}
        </a>
      )}
    </Stop>
  )
}

function Away({ onTryAgain }: { onTryAgain: () => void }) {
  const { say } = useSpeech()
  return (
    <Stop heading={say('serviceAway')} hints={[say('serviceAwayHint')]}>
      <button type="button" class="quiet" onClick={onTryAgain}>
        {say('tryAgain')}
      </button>
    </Stop>
  )
}
