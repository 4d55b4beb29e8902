/** Shows the payer after the signature that it begins, and then a summary like a receipt. */
import { useEffect, useRef } from 'preact/hooks'
import { toBaseUnits } from '../../../src/shared/money.ts'
import { ExplorerLink } from '../../parts/explorer-link.tsx'
import { AlertIcon, CheckIcon, PrintIcon, Spinner } from '../../parts/icons.tsx'
import { Digits } from '../../parts/digits.tsx'
import { Moment } from '../../parts/moment.tsx'
import { gap, Sentence } from '../../parts/sentence.tsx'
import { Ends } from '../../parts/address-text.tsx'
import { type Term, TermsList } from '../../parts/terms-list.tsx'
import type { Translate } from '../../messages/widget/widget-texts.ts'
import { decimalOf, type SubscriptionView } from '../../session/session-views.ts'
import { draftUntil } from '../../subscription/terms.ts'
import { writeSum, writeUnits } from '../../parts/money-text.ts'
import { type Offer, periodDaysOf } from '../offer.ts'
import { useSpeech } from '../speech.ts'
import type { Stage } from '../stage.ts'
import { writePeriod } from './plan-summary.tsx'
import { WaysOn, type WaysOnProps } from './ways-on.tsx'

type Props = {
  offer: Offer
  merchantName: string
  subscription: SubscriptionView
  stage: Stage
  waysOn: Omit<WaysOnProps, 'isManaged'>
}

export function Done({ offer, merchantName, subscription, stage, waysOn }: Props) {
  const { say, announce } = useSpeech()
  const heading = useRef<HTMLHeadingElement>(null)
  const text = headingText(say, stage, offer, subscription)
  useEffect(() => {
    heading.current?.focus()
    announce(text)
  }, [text])
  const mood = moods[stage]
  const isNew = !isElsewhere(stage) && stage !== 'over'
  return (
    <section class="panel" data-stage={stage}>
      <div class="headline">
        {mood === 'waiting' ? (
          <Spinner />
        ) : (
          <span class="mark" data-mood={mood}>
            {mood === 'success' ? <CheckIcon /> : <AlertIcon />}
          </span>
        )}
        <h2 ref={heading} tabIndex={-1}>
          <Sentence text={text} />
        </h2>
        <Hint offer={offer} merchantName={merchantName} subscription={subscription} stage={stage} />
        {isNew && <LowerLimit subscription={subscription} />}
      </div>
      {mood !== 'waiting' && isNew && (
        <Receipt offer={offer} merchantName={merchantName} subscription={subscription} />
      )}
      <WaysOn {...waysOn} isManaged={isElsewhere(stage)} />
    </section>
  )
}

const moods: Record<Stage, 'waiting' | 'success' | 'warning'> = {
  beginning: 'waiting',
  waitingForFunds: 'waiting',
  scheduled: 'success',
  scheduledShort: 'warning',
  succeeding: 'success',
  active: 'success',
  ending: 'warning',
  paused: 'warning',
  suspended: 'warning',
  over: 'warning',
}

/** The payer had it before, and what is to be done about it is done on the manage page. */
const isElsewhere = (stage: Stage): boolean =>
  stage === 'paused' || stage === 'suspended' || stage === 'ending'

function headingText(
  say: Translate,
  stage: Stage,
  offer: Offer,
  { terms, balance, token }: SubscriptionView,
): string {
  const price = BigInt(terms.amount)
  if (stage === 'waitingForFunds') return say(stage, { amount: writeUnits(price, offer) })
  const missing = price - toBaseUnits(decimalOf(balance), token.decimals)
  if (stage === 'scheduledShort') return say(stage, { amount: writeUnits(missing, offer) })
  return say(stage === 'over' ? 'draftOver' : stage)
}

function Hint({ offer, merchantName, subscription, stage }: Omit<Props, 'waysOn'>) {
  const { say } = useSpeech()
  const { terms, reasonSide, nextChargeAt, endsAt } = subscription
  const balance = writeSum(decimalOf(subscription.balance), offer.token.symbol)
  switch (stage) {
    case 'beginning':
      return <p class="hint">{say('beginningHint')}</p>
    case 'waitingForFunds':
      return (
        <p class="hint">
          <Sentence text={say('waitingForFundsHint', { balance })} />
        </p>
      )
    case 'scheduled':
      return <DatedHint text={say('scheduledHint', { moment: gap })} iso={nextChargeAt} />
    case 'scheduledShort':
      return (
        <>
          <DatedHint
            text={say('scheduledShortHint', { balance, moment: gap })}
            iso={nextChargeAt}
          />
          <DatedHint text={say('shortLaterUntil', { moment: gap })} iso={draftUntil(terms)} />
        </>
      )
    case 'succeeding':
      return <p class="hint">{say('succeedingHint')}</p>
    case 'active':
      return <p class="hint">{say('activeHint', { merchant: merchantName })}</p>
    case 'ending':
      return <DatedHint text={say('endingHint', { moment: gap })} iso={endsAt ?? nextChargeAt} />
    case 'paused':
      return <p class="hint">{say('pausedHint')}</p>
    case 'suspended':
      return (
        <p class="hint">{say(reasonSide === 'payer' ? 'suspendedByPayer' : 'suspendedHint')}</p>
      )
    case 'over':
      return (
        <p class="hint">
          {say(subscription.reason === 'SwitchRefused' ? 'switchRefusedHint' : 'draftOverHint')}
        </p>
      )
  }
}

const DatedHint = ({ text, iso }: { text: string; iso: string }) => (
  <p class="hint">
    <Sentence text={text}>
      <Moment iso={iso} />
    </Sentence>
  </p>
)

/** The charges that were made or may be, by what the wallet allowed. */
function allowedCharges({ terms, allowance, token, chargesMade }: SubscriptionView): number {
  const allowed = toBaseUnits(decimalOf(allowance), token.decimals)
  return Math.min(Number(allowed / BigInt(terms.amount)) + chargesMade, terms.maxPeriods)
}

/** Fewer charges than the plan has were allowed: accepted, and explained. */
function LowerLimit({ subscription }: Pick<Props, 'subscription'>) {
  const { say } = useSpeech()
  const count = allowedCharges(subscription)
  if (count === 0 || count === subscription.terms.maxPeriods) return null
  return <p class="hint">{say('lowered', { count })}</p>
}

function Receipt(props: Pick<Props, 'offer' | 'merchantName' | 'subscription'>) {
  const { say } = useSpeech()
  const terms = useReceiptTerms(props)
  return (
    <section class="card receipt">
      <h3>{say(props.subscription.chargesMade > 0 ? 'receipt' : 'agreed')}</h3>
      <TermsList terms={terms} />
      <button type="button" class="quiet print" onClick={() => print()}>
        <PrintIcon />
        {say('printReceipt')}
      </button>
    </section>
  )
}

function useReceiptTerms({
  offer,
  merchantName,
  subscription,
}: Pick<Props, 'offer' | 'merchantName' | 'subscription'>): Term[] {
  const { say } = useSpeech()
  const { terms, chargesMade, willChargeAt, contractAddress, payer } = subscription
  const amount = BigInt(terms.amount)
  const sumOf = (charges: number) => writeUnits(amount * BigInt(charges), offer)
  const count = allowedCharges(subscription)
  const next = willChargeAt && (
    <>
      <Digits>{sumOf(1)}</Digits>, <Moment iso={willChargeAt} />
    </>
  )
  return [
    { name: say('receiptFor'), value: offer.name },
    {
      name: say('price'),
      value: <Sentence text={`${sumOf(1)} ${writePeriod(say, periodDaysOf(offer))}`} />,
    },
    { name: say('paidTo'), value: merchantName },
    ...(chargesMade > 0
      ? [{ name: say('paidNow'), value: <Digits>{sumOf(chargesMade)}</Digits> }]
      : []),
    ...(next ? [{ name: say('nextCharge'), value: next }] : []),
    {
      name: say('atMost'),
      value: <Sentence text={`${sumOf(count)}, ${say('someCharges', { count })}`} />,
    },
    { name: say('wallet'), value: <Ends text={payer} /> },
    {
      name: say('contract'),
      value: (
        <ExplorerLink explorerUrl={offer.chain.explorerUrl} kind="address" text={contractAddress} />
      ),
    },
  ]
}
