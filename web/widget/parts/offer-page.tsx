/** The plan on one side; on the other what is to be done, or what came of it. */
import type { CustomerSession, OwnSubscription } from '../../api/session.generated.ts'
import { toAllowedTarget } from '../../input/allowed-target.ts'
import { serviceNow } from '../../browser/service-clock.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SessionClient } from '../../session/client.ts'
import { ConnectionNote } from '../../session/connection-note.tsx'
import type { PageAddress } from '../../session/page-address.ts'
import { useLive } from '../../session/use-live.ts'
import { readPageSettings } from '../../session/written-settings.ts'
import { isBegun } from '../draft.ts'
import { tellParent, wishToClose } from '../frame.ts'
import { manageAddressOf } from '../manage-address.ts'
import { type Offer, priceOf } from '../offer.ts'
import { useSpeech } from '../speech.ts'
import { type Stage, stageOf } from '../stage.ts'
import { type Subscribing, useSubscribing } from '../use-subscribing.ts'
import { Done } from './done.tsx'
import { KeptNote } from './kept-note.tsx'
import { PlanSummary, Promises } from './plan-summary.tsx'
import { isAlarming, RefusalCard } from './refusal-card.tsx'
import { WalletPanel } from './wallet-panel.tsx'
import type { WaysOnProps } from './ways-on.tsx'

type Props = {
  offer: Offer
  /** The Draft that the page was opened for; null: none. */
  drafted: OwnSubscription | null
  session: CustomerSession
  client: SessionClient
  address: PageAddress
}

export function OfferPage({ offer, drafted, session, client, address }: Props) {
  const { merchantName } = session
  const [begun, setBegun] = useState<OwnSubscription | null>(null)
  const subscribing = useSubscribing({ client, drafted, offer, merchantName, onAllowed: setBegun })
  const { state } = subscribing
  const before = begunBefore(subscribing, drafted)
  const awaited = before?.status === 'Pending' ? before : null
  const asked = 'found' in state ? state.found.subscription : awaited
  const [own, setOwn] = useState<readonly OwnSubscription[]>([])
  const heard = useRef(own)
  const take = () =>
    setBegun(
      (known) => heard.current.find((one) => isSame(one, known) || hasBegun(one, asked)) ?? known,
    )
  const isConnected = useLive(client, (all) => {
    heard.current = all
    setOwn(all)
    take()
  })
  // It may have been heard of while the wallet was checked, and is not reported again.
  useEffect(take, [asked])
  const subscription = begun ?? before
  const stage = subscription && findStage(subscription, subscribing, offer)
  const [settings] = useState(readPageSettings)
  useCreated(begun && stage, settings.frameOrigins)
  const waysOn = {
    manageAddress: manageAddressOf(settings.manageUrl, subscription),
    backTarget: toAllowedTarget(address.backTarget, session.returnHosts),
    onClose: address.isFramed ? wishToClose : null,
  }
  return (
    <div class="page">
      <PlanSummary
        offer={offer}
        session={session}
        startsAt={subscribing.startsAt}
        isSubscribed={stage !== null}
      />
      <main>
        {!isConnected && <ConnectionNote />}
        {!stage && <KeptNote {...{ offer, drafted, own }} />}
        <Steps {...{ offer, session, client, subscribing, subscription, stage, waysOn }} />
      </main>
    </div>
  )
}

type StepsProps = Pick<Props, 'offer' | 'session' | 'client'> & {
  subscribing: Subscribing
  subscription: OwnSubscription | null
  stage: Stage | null
  waysOn: Omit<WaysOnProps, 'isManaged'>
}

function Steps({ subscribing, subscription, stage, waysOn, ...known }: StepsProps) {
  const { offer, session } = known
  const { state } = subscribing
  const { say } = useSpeech()
  if (subscription && stage) {
    return <Done {...{ ...known, subscription, stage, waysOn }} />
  }
  const refusal = state.step === 'refused' && state.refusal.reason !== 'begun' && state.refusal
  return (
    <>
      {refusal ? (
        <RefusalCard
          refusal={refusal}
          merchantName={session.merchantName}
          manageAddress={waysOn.manageAddress}
          onTryAgain={() => void subscribing.session.check()}
        />
      ) : (
        <div class="headline">
          <h2>{say('twoSteps')}</h2>
          <p class="hint">{say('twoStepsHint')}</p>
        </div>
      )}
      <WalletPanel offer={offer} subscribing={subscribing} />
      {!(refusal && isAlarming(refusal)) && (
        <Promises offer={offer} isComing={state.step === 'checking'} />
      )}
    </>
  )
}

/** The one that the payer had before this page asked for anything. */
function begunBefore(
  { state }: Subscribing,
  drafted: OwnSubscription | null,
): OwnSubscription | null {
  if (state.step === 'refused' && state.refusal.reason === 'begun')
    return state.refusal.subscription
  return drafted && isBegun(drafted) ? drafted : null
}

/** The approval made here is on the chain, and the service may be a block behind it. */
function findStage(
  subscription: OwnSubscription,
  { outcome }: Subscribing,
  offer: Offer,
): Stage | null {
  const isAllowed =
    (outcome?.outcome === 'allowed' || outcome?.outcome === 'lowered') &&
    outcome.allowed >= priceOf(offer)
  return stageOf(subscription, serviceNow()) ?? (isAllowed ? 'beginning' : null)
}

/** The one that this page asks for has begun all the same: in another tab, or by a permit that was late. */
const hasBegun = (one: OwnSubscription, asked: OwnSubscription | null): boolean =>
  isSame(one, asked) && isBegun(one)

const isSame = (one: OwnSubscription, known: OwnSubscription | null): boolean =>
  one.contractAddress === known?.contractAddress

/** Nothing is left for the payer to do, and nothing can keep it from beginning but its time. */
const set: readonly Stage[] = ['active', 'scheduled', 'succeeding']

/** Tells the merchant's page once, when the subscription stands. */
function useCreated(stage: Stage | null, frameOrigins: readonly string[]): void {
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current || stage === null || !set.includes(stage)) return
    isTold.current = true
    tellParent('subscription-created', frameOrigins)
  }, [stage])
}
