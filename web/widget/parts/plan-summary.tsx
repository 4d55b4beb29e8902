/** Shows what is subscribed to, in plain words, before anybody touches a wallet. */
import type { CustomerSession } from '../../api/session.generated.ts'
import { CrossIcon } from '../../parts/icons.tsx'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { Merchant } from '../../parts/merchant.tsx'
import { Digits } from '../../parts/digits.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Sentence } from '../../parts/sentence.tsx'
import { writeDecimal } from '../../../src/shared/money.ts'
import { isLong, writeUnits } from '../../parts/money-text.ts'
import { decimalOf } from '../../session/decimal-of.ts'
import { WhoseSession } from '../../session/whose-session.tsx'
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { TermsList } from '../../parts/terms-list.tsx'
import { type Offer, periodDaysOf, priceOf } from '../offer.ts'
import { useSpeech } from '../speech.ts'

type Props = { offer: Offer; session: CustomerSession; startsAt: number | null }

/** `isSubscribed`: the receipt says the rest, and on a phone it is to be seen at once. */
export function PlanSummary({ isSubscribed, ...props }: Props & { isSubscribed: boolean }) {
  const { offer, session } = props
  const { say } = useSpeech()
  const value = writeDecimal(decimalOf(offer.amount), offer.token.symbol)
  const days = periodDaysOf(offer)
  return (
    <header class="summary">
      <Merchant name={session.merchantName} shop={session.shop} />
      <h1>{isSubscribed ? offer.name : say('subscribeTo', { plan: offer.name })}</h1>
      <p class="figure" translate={false} data-long={isLong(value) || undefined}>
        <span class="value">
          <Digits>{value}</Digits>
        </span>{' '}
        <span class="symbol">{offer.token.symbol}</span>
      </p>
      <p class="period">
        {writePeriod(say, days)}{' '}
        <span class="badge">{say('onNetwork', { network: offer.chain.displayName })}</span>
      </p>
      {!isSubscribed && offer.description && <p class="hint description">{offer.description}</p>}
      {!isSubscribed && <Terms {...props} />}
      <WhoseSession session={session} />
    </header>
  )
}

export const writePeriod = (say: Translate, days: number): string =>
  days === 1 ? say('everyDay') : say('everyPeriod', { count: days })

function Terms({ offer, session, startsAt }: Props) {
  const { say } = useSpeech()
  const amount = writeUnits(priceOf(offer), offer)
  const first =
    startsAt === null ? (
      <Sentence text={say('firstChargeNow', { amount })} />
    ) : (
      <>
        <Digits>{amount}</Digits>, <Moment iso={new Date(startsAt * 1000).toISOString()} />
      </>
    )
  return (
    <>
      <TermsList
        terms={[
          { name: say('firstCharge'), value: first },
          { name: say('theEnd'), value: say('endsAfter', { count: offer.charges }) },
          {
            name: say('paidTo'),
            value: (
              <>
                {session.merchantName}{' '}
                <ExplorerLink
                  explorerUrl={offer.chain.explorerUrl}
                  kind="address"
                  text={offer.receiver}
                />
              </>
            ),
          },
          { name: say('toStop'), value: say('toStopHint') },
        ]}
      />
      <p class="hint">{say('notMonths')}</p>
    </>
  )
}

/** The contract binds everybody; this says to what. It is not seen while what stands above it is about to grow. */
export function Promises({ offer, isComing }: { offer: Offer; isComing: boolean }) {
  const { say } = useSpeech()
  const amount = writeUnits(priceOf(offer), offer)
  const promises = [
    say('neverRaise', { amount }),
    say('neverEarly'),
    say('neverAfter', { count: offer.charges }),
    say('neverElsewhere'),
    say('neverChange'),
  ]
  return (
    <section class="card promises" data-coming={isComing} aria-labelledby="never">
      <h3 id="never">{say('never')}</h3>
      <ul class="rules">
        {promises.map((promise) => (
          <li key={promise}>
            <CrossIcon />
            <span>
              <Sentence text={promise} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
