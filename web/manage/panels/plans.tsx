/** Another plan, with what changes: it leads into the widget's flow. */
import type { OfferedPlan, OwnSubscription } from '../../api/session.generated.ts'
import { useState } from 'preact/hooks'
import { daySeconds } from '../../../machines/durations.ts'
import { decimalOf } from '../../session/decimal-of.ts'
import { Sentence } from '../../parts/sentence.tsx'
import { RefusalNote } from '../../session/refusal-note.tsx'
import { useRead } from '../../session/use-read.ts'
import { can, type Managed } from '../context.ts'
import { useSpeech } from '../speech.ts'
import { useSwitch } from '../use-switch.ts'
import { isOver } from '../standing.ts'
import { writeSum, writeUnits } from '../../parts/money-text.ts'
import { Coming, Panel } from './panel.tsx'

const wordsOf = {
  PaidPeriodEnd: 'switchAtEnd',
  Now: 'switchNow',
  KeepBoth: 'switchBoth',
} as const

export function SwitchPanel({ managed }: { managed: Managed }) {
  const { say } = useSpeech()
  const { address, client, session, subscription } = managed
  const tags = address.targetTags.map(encodeURIComponent).join(',')
  const { reading } = useRead<{ plans: OfferedPlan[] }>(client, `/plans${tags && `?tags=${tags}`}`)
  const [isChosen, choose] = useState<string | null>(null)
  if (!can(managed, 'switch')) return null
  if (reading.step === 'reading') return <Coming />
  if (reading.step !== 'read') return null
  const plans = reading.value.plans.filter(({ id, token }) => id !== subscription.planId && token)
  const chosen = plans.find(({ id }) => id === isChosen)
  if (plans.length === 0 && address.flow !== 'switch') return null
  return (
    <Panel id="switch" title={say('switchTitle')}>
      {plans.length === 0 ? (
        <p class="hint">{say('switchNone', { merchant: session.merchantName })}</p>
      ) : (
        <>
          <p class="hint">{say('switchHint')}</p>
          <fieldset class="choices upright">
            <legend class="unseen">{say('switchTitle')}</legend>
            {plans.map((plan) => (
              <label key={plan.id}>
                <input
                  type="radio"
                  name="plan"
                  checked={plan.id === isChosen}
                  onChange={() => choose(plan.id)}
                />
                <span>
                  {plan.name}
                  <span class="hint">
                    <Sentence text={usePrice(plan)} />
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          {chosen && <Change managed={managed} plan={chosen} />}
        </>
      )}
    </Panel>
  )
}

function Change({ managed, plan }: { managed: Managed; plan: OfferedPlan }) {
  const { say } = useSpeech()
  const { subscription } = managed
  const [when, setWhen] = useState<OwnSubscription['switchTimes'][number] | undefined>(
    subscription.switchTimes[0],
  )
  const { begin, isBusy, trouble } = useSwitch(managed)
  const { periodDays, amount } = subscription.terms
  const before = `${writeUnits(amount, subscription)} ${say('each', { count: periodDays })}`
  return (
    <>
      <dl class="facts">
        <dt>{say('switchBefore')}</dt>
        <dd>
          {subscription.plan.name}: <Sentence text={before} />
        </dd>
        <dt>{say('switchAfter')}</dt>
        <dd>
          {plan.name}: <Sentence text={usePrice(plan)} />
        </dd>
      </dl>
      {!isOver(managed.standing) && <Times managed={managed} chosen={when} choose={setWhen} />}
      <button
        type="button"
        class="strong"
        disabled={isBusy}
        onClick={() => void begin(plan.id, when)}
      >
        {say('switchButton', { plan: plan.name })}
      </button>
      {trouble && <RefusalNote error={trouble.error} />}
    </>
  )
}

type TimesProps = {
  managed: Managed
  chosen: OwnSubscription['switchTimes'][number] | undefined
  choose: (time: OwnSubscription['switchTimes'][number]) => void
}

function Times({ managed: { subscription, standing }, chosen, choose }: TimesProps) {
  const { say } = useSpeech()
  // In a pause the paid time stands still, and an end leaves nothing of it.
  const isLosing = standing === 'paused' || standing === 'pausing'
  const wordOf = (time: OwnSubscription['switchTimes'][number]) =>
    time === 'Now' && isLosing ? 'switchNowPaused' : wordsOf[time]
  return (
    <fieldset class="choices upright">
      <legend>{say('switchWhen')}</legend>
      {subscription.switchTimes.map((time) => (
        <label key={time}>
          <input type="radio" name="when" checked={time === chosen} onChange={() => choose(time)} />
          <span>{say(wordOf(time))}</span>
        </label>
      ))}
    </fieldset>
  )
}

function usePrice({ amount, periodSeconds, token }: OfferedPlan): string {
  const { say } = useSpeech()
  const count = Math.round(periodSeconds / daySeconds)
  return `${writeSum(decimalOf(amount), token?.symbol ?? '')} ${say('each', { count })}`
}
