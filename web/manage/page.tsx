/** The manage page with an open session: one subscription, or the list of all. */
import type { CustomerSession, OwnSubscription } from '../api/session.generated.ts'
import { writeDay } from '../messages/moments.ts'
import { useRef } from 'preact/hooks'
import { toAllowedTarget } from '../input/allowed-target.ts'
import type { SessionClient } from '../session/client.ts'
import { ConnectionNote } from '../session/connection-note.tsx'
import type { PageAddress } from '../session/page-address.ts'
import { useLive } from '../session/use-live.ts'
import { useRead } from '../session/use-read.ts'
import { Digits } from '../parts/digits.tsx'
import { Sentence } from '../parts/sentence.tsx'
import { Merchant } from '../parts/merchant.tsx'
import { draftText } from './draft-text.ts'
import { WhoseSession } from '../session/whose-session.tsx'
import { useSpeech } from './speech.ts'
import { isOver, standingOf } from './standing.ts'
import { SubscriptionPage } from './subscription-page.tsx'
import { writeUnits } from '../parts/money-text.ts'

type Props = { session: CustomerSession; client: SessionClient; address: PageAddress }

/** The page shows no more of a customer's subscriptions, the newest of them. */
const shownMax = 100

export function Page({ session, client, address }: Props) {
  const { say } = useSpeech()
  const { reading, readAgain } = useRead<{ subscriptions: OwnSubscription[] }>(
    client,
    `/subscriptions?limit=${shownMax}`,
  )
  const isConnected = useLive(client, readAgain)
  const subscriptions = reading.step === 'read' ? reading.value.subscriptions : []
  // The subscription that the payer is at stays, also where another one is made meanwhile.
  const only = useRef<string | null>(null)
  const shown = chooseShown(subscriptions, address.subscription ?? only.current)
  if (shown) only.current = shown.contractAddress
  return (
    <div class="page">
      <header class="summary">
        <WayBack target={toAllowedTarget(address.backTarget, session.returnHosts)} />
        <Merchant name={session.merchantName} shop={session.shop} />
        {shown ? <Summary subscription={shown} /> : <h1>{say('pageTitle')}</h1>}
        {shown && subscriptions.length > 1 && (
          <p>
            <a class="quiet" href={addressOf(null)}>
              {say('showAll')}
            </a>
          </p>
        )}
        {reading.step !== 'reading' && <WhoseSession session={session} />}
      </header>
      <main>
        {!isConnected && <ConnectionNote />}
        {(reading.step === 'refused' || reading.step === 'away') && <Away onRetry={readAgain} />}
        {shown ? (
          <SubscriptionPage
            key={shown.contractAddress}
            session={session}
            client={client}
            address={address}
            subscription={shown}
            readAgain={readAgain}
          />
        ) : (
          reading.step === 'read' && (
            <List session={session} address={address} subscriptions={subscriptions} />
          )
        )}
      </main>
    </div>
  )
}

/** To the shop that has sent the customer here. */
function WayBack({ target }: { target: URL | null }) {
  const { say } = useSpeech()
  return (
    target && (
      <a class="back" rel="noreferrer" href={target.href}>
        {say('returnTo', { host: target.host })}
      </a>
    )
  )
}

/** The service refused the list, or is not there. */
function Away({ onRetry }: { onRetry: () => void }) {
  const { say } = useSpeech()
  return (
    <div class="headline">
      <h2>{say('serviceAway')}</h2>
      <p class="hint">{say('serviceAwayHint')}</p>
      <button type="button" class="quiet" onClick={onRetry}>
        {say('tryAgain')}
      </button>
    </div>
  )
}

/** The one that is named; without a name the only one. */
function chooseShown(
  subscriptions: readonly OwnSubscription[],
  named: string | null,
): OwnSubscription | undefined {
  if (named === null) return subscriptions.length === 1 ? subscriptions[0] : undefined
  return subscriptions.find(
    ({ contractAddress }) => contractAddress.toLowerCase() === named.toLowerCase(),
  )
}

function Summary({ subscription }: { subscription: OwnSubscription }) {
  const { say } = useSpeech()
  const { plan, terms } = subscription
  return (
    <>
      <h1>{plan.name}</h1>
      <p class="price">
        <strong>
          <Digits>{writeUnits(terms.amount, subscription)}</Digits>
        </strong>{' '}
        {say('each', { count: terms.periodDays })}
      </p>
      {plan.description && <p class="hint description">{plan.description}</p>}
      {subscription.chain && <p class="badge">{subscription.chain.displayName}</p>}
    </>
  )
}

type ListProps = {
  session: CustomerSession
  address: PageAddress
  subscriptions: readonly OwnSubscription[]
}

/** Running subscriptions come first, then drafts, then ended ones; otherwise the order stays. */
const byUse = (one: OwnSubscription, other: OwnSubscription): number => useOf(one) - useOf(other)

function useOf(subscription: OwnSubscription): number {
  const standing = standingOf(subscription)
  if (standing === 'draft') return 1
  return isOver(standing) ? 2 : 0
}

function List({ session, address, subscriptions }: ListProps) {
  const { say } = useSpeech()
  const isForeign = address.subscription !== null
  if (subscriptions.length === 0 || isForeign)
    return (
      <div class="headline">
        <h2>{say(isForeign ? 'notHere' : 'noSubscriptions')}</h2>
        <p class="hint">{say('noSubscriptionsHint', { merchant: session.merchantName })}</p>
        {isForeign && subscriptions.length > 0 && (
          <a class="quiet" href={addressOf(null)}>
            {say('showAll')}
          </a>
        )}
      </div>
    )
  return (
    <ul class="subscriptions">
      {[...subscriptions].sort(byUse).map((subscription) => (
        <Listed key={subscription.contractAddress} subscription={subscription} />
      ))}
    </ul>
  )
}

function Listed({ subscription }: { subscription: OwnSubscription }) {
  const { say, locale } = useSpeech()
  const { plan, terms } = subscription
  return (
    <li class="card">
      <h2>{plan.name}</h2>
      <p>
        <Sentence
          text={`${writeUnits(terms.amount, subscription)} ${say('each', { count: terms.periodDays })}`}
        />
      </p>
      <p class="hint">{say(standingOf(subscription))}</p>
      {standingOf(subscription) === 'draft' && (
        <p class="hint">
          <Sentence text={draftText(subscription, say)} />
        </p>
      )}
      {subscription.willChargeAt && (
        <p class="hint">
          <Sentence
            text={say('next', {
              amount: writeUnits(terms.amount, subscription),
              date: writeDay(subscription.willChargeAt, locale),
            })}
          />
        </p>
      )}
      <a
        class="quiet"
        href={addressOf(subscription.contractAddress)}
        aria-label={`${say('open')}: ${plan.name}`}
      >
        {say('open')}
      </a>
    </li>
  )
}

/** The address of the same page for one subscription, or for all. */
function addressOf(contractAddress: string | null): string {
  const address = new URL(location.href)
  address.searchParams.delete('flow')
  if (contractAddress) address.searchParams.set('subscription', contractAddress)
  else address.searchParams.delete('subscription')
  return `${address.pathname}${address.search}`
}
