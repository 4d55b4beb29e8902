/** What needs the merchant: a sentence and one way to act for each card, the gravest first. */
import { say } from '../../../messages/dashboard/number-words.ts'
import { Rows } from '../../parts/rows-link.tsx'

type Kind =
  | 'gas'
  | 'stuck'
  | 'endpoint'
  | 'receiver'
  | 'atRisk'
  | 'exceptions'
  | 'verification'
  | 'anomalies'
  | 'checklist'

export type Card = {
  kind: Kind
  severity: 'critical' | 'warning' | 'notice'
  count: number
  values: Record<string, string | number | null>
  rows: string
}

type Wording = { sentence: string; detail?: string | null | undefined; action: string }

/** What each card says. A kind that is not known yet is left out. */
function wordingOf({ kind, count, values }: Card): Wording | null {
  const text = (name: string) => values[name]?.toString() ?? null
  const words: Record<Kind, () => Wording> = {
    gas: () => ({
      sentence:
        values['daysLeft'] === 0
          ? say('gasEmpty', { blockchain: text('blockchain') ?? '' })
          : say('gasLow', { blockchain: text('blockchain') ?? '', days: text('daysLeft') ?? '–' }),
      detail: text('balance'),
      action: say('gasAction'),
    }),
    stuck: () => ({ sentence: say('stuck', { count }), action: say('stuckAction') }),
    endpoint: () => ({
      sentence: say('endpoint', { count }),
      detail: text('error') && say('endpointError', { error: text('error')! }),
      action: say('endpointAction'),
    }),
    receiver: () => ({
      sentence: say('receiver', { blockchain: text('blockchain') ?? '', by: text('by') ?? '' }),
      detail: text('address'),
      action: say('receiverAction'),
    }),
    atRisk: () => ({ sentence: say('atRisk', { count }), action: say('atRiskAction') }),
    exceptions: () => ({ sentence: say('exceptions', { count }), action: say('exceptionsAction') }),
    verification: () => ({
      sentence: say('verification'),
      detail: text('reason'),
      action: say('verificationAction'),
    }),
    anomalies: () => ({ sentence: say('anomalies', { count }), action: say('anomaliesAction') }),
    checklist: () => ({
      sentence: say('checklist', { count }),
      detail: text('advice'),
      action: say('checklistAction'),
    }),
  }
  return words[kind]?.() ?? null
}

export function NeedsYouCards({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return <p class="hint">{say('nothingNeedsYou')}</p>
  return (
    <ul class="cards">
      {cards.map((card) => {
        const wording = wordingOf(card)
        return (
          wording && (
            <li key={card.kind} class="card needs-you" data-severity={card.severity}>
              <p class="sentence">{wording.sentence}</p>
              {wording.detail && <p class="hint">{wording.detail}</p>}
              <p>
                <Rows rows={card.rows} class="quiet">
                  {wording.action}
                </Rows>
              </p>
            </li>
          )
        )
      })}
    </ul>
  )
}
