/** Why something is where it is: the first thing on its page where anything is wrong. */
import type { Explanation } from '../../../api/dashboard.generated.ts'
import type { ComponentChildren } from 'preact'
import { say } from './entity-words.ts'
import { AlertIcon } from '../../../parts/icons.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { spaced } from '../../parts/status.tsx'
import { Told } from '../../../parts/told.tsx'
import { When } from '../../parts/when.tsx'
import { Advice } from './advice.tsx'
import { Conditions } from './conditions.tsx'
import { Written } from './written.tsx'

const moods = { Failure: 'danger', Decision: 'danger', Wait: 'warning', End: '' } as const
const titles = {
  Failure: 'whyFailure',
  Decision: 'whyDecision',
  Wait: 'whyWait',
  End: 'whyEnd',
} as const
const helpers: Record<string, 'payer' | 'merchant' | 'operator' | 'issuer' | 'nobody'> = {
  payer: 'payer',
  merchant: 'merchant',
  operator: 'operator',
  issuer: 'issuer',
}

type Props = {
  explanation: Explanation
  turnAddress: string | null
  /** What can be done about it here. */
  children?: ComponentChildren
}

export function ExplainCard({ explanation, turnAddress, children }: Props) {
  const { about, reason, says, condition, values, change, helper, since } = explanation
  const mood = moods[about]
  return (
    <section class={`explain note ${mood}`} aria-label={say(titles[about])}>
      {mood && <AlertIcon />}
      <div class="explain-body">
        <h2>
          <Told text={says} />
        </h2>
        <p class="explain-change">
          <Advice text={change} />
        </p>
        {children}
        <Facts
          facts={[
            ['What would have to hold', <Told key="condition" text={condition} />],
            ...values.map(({ name, value }): Fact => [capital(name), <Written text={value} />]),
            ['Who can change it', capital(say(helpers[helper] ?? 'nobody'))],
            ['Since', <When key="since" at={since} />],
            reason !== null && ['Reason', spaced(reason)],
          ]}
        />
        {explanation.keptFrom && (
          <p class="hint">
            Kept from {explanation.keptFrom.month} on; earlier months are kept elsewhere.
          </p>
        )}
        {turnAddress && (
          <p class="explain-more">
            <a class="quiet" href={turnAddress}>
              Show that turn
            </a>
          </p>
        )}
        {explanation.conditions.length > 0 && (
          <details>
            <summary>What was asked</summary>
            <Conditions conditions={explanation.conditions} />
          </details>
        )}
      </div>
    </section>
  )
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
