/** Shows the payer after the signature that it begins, and then its receipt. */
import type { CustomerSession, OwnSubscription } from '../../api/session.generated.ts'
import { useEffect, useRef } from 'preact/hooks'
import { toBaseUnits } from '../../../src/shared/money.ts'
import { AlertIcon, CheckIcon, Spinner } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { gap, Sentence } from '../../parts/sentence.tsx'
import type { Translate } from '../../messages/widget/widget-texts.ts'
import type { SessionClient } from '../../session/client.ts'
import { decimalOf } from '../../session/decimal-of.ts'
import { draftUntil } from '../../subscription/terms.ts'
import { writeSum, writeUnits } from '../../parts/money-text.ts'
import type { Offer } from '../offer.ts'
import { useSpeech } from '../speech.ts'
import type { Stage } from '../stage.ts'
import { allowedCharges, Receipt } from './receipt.tsx'
import { WaysOn, type WaysOnProps } from './ways-on.tsx'

type Props = {
  offer: Offer
  session: CustomerSession
  client: SessionClient
  subscription: OwnSubscription
  stage: Stage
  waysOn: Omit<WaysOnProps, 'isManaged'>
}

export function Done({ waysOn, ...known }: Props) {
  const { offer, subscription, stage } = known
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
        <Hint {...known} />
        {isNew && <LowerLimit subscription={subscription} />}
      </div>
      {mood !== 'waiting' && isNew && <Receipt {...known} />}
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
  { terms, balance, token }: OwnSubscription,
): string {
  const price = BigInt(terms.amount)
  if (stage === 'waitingForFunds') return say(stage, { amount: writeUnits(price, offer) })
  const missing = price - toBaseUnits(decimalOf(balance), token.decimals)
  if (stage === 'scheduledShort') return say(stage, { amount: writeUnits(missing, offer) })
  return say(stage === 'over' ? 'draftOver' : stage)
}

function Hint({ offer, session, subscription, stage }: Omit<Props, 'waysOn'>) {
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
      return <p class="hint">{say('activeHint', { merchant: session.merchantName })}</p>
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

/** Fewer charges than the plan has were allowed: accepted, and explained. */
function LowerLimit({ subscription }: Pick<Props, 'subscription'>) {
  const { say } = useSpeech()
  const count = allowedCharges(subscription)
  if (count === 0 || count === subscription.terms.maxPeriods) return null
  return <p class="hint">{say('lowered', { count })}</p>
}
