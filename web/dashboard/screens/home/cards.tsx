/** What needs the merchant: a sentence and one way to act for each card, the gravest first. */
import { Rows } from '../../parts/rows-link.tsx'
import { counted, phrase } from '../../phrase.ts'

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
          ? phrase`The gas wallet on ${text('blockchain') ?? ''} is empty: nothing is charged until you send gas to it.`
          : phrase`The gas wallet on ${text('blockchain') ?? ''} lasts for ${text('daysLeft') ?? '–'} more days.`,
      detail: text('balance'),
      action: 'Top it up',
    }),
    stuck: () => ({
      sentence: counted(
        count,
        '{count} subscription cannot be charged, through no fault of its payer.',
        '{count} subscriptions cannot be charged, through no fault of their payers.',
      ),
      action: 'See why',
    }),
    endpoint: () => ({
      sentence: counted(
        count,
        '{count} webhook waits: your endpoint does not take it.',
        '{count} webhooks wait: your endpoint does not take them.',
      ),
      detail: text('error') && phrase`Your endpoint says: ${text('error')!}`,
      action: 'See what waits',
    }),
    receiver: () => ({
      sentence: phrase`On ${text('blockchain') ?? ''} your money is about to go to another address, as ${text('by') ?? ''} asked.`,
      detail: text('address'),
      action: 'Look, or call it off',
    }),
    atRisk: () => ({
      sentence: counted(
        count,
        'The next charge of {count} subscription will fail unless somebody acts.',
        'The next charges of {count} subscriptions will fail unless somebody acts.',
      ),
      action: 'See who',
    }),
    exceptions: () => ({
      sentence: counted(
        count,
        '{count} payment waits for your decision.',
        '{count} payments wait for your decision.',
      ),
      action: 'Decide',
    }),
    verification: () => ({
      sentence: 'Your business verification was turned down.',
      detail: text('reason'),
      action: 'See why',
    }),
    anomalies: () => ({
      sentence: counted(
        count,
        '{count} thing happened that nobody expected.',
        '{count} things happened that nobody expected.',
      ),
      action: 'Look at it',
    }),
    checklist: () => ({
      sentence: counted(
        count,
        '{count} step is left before money can come.',
        '{count} steps are left before money can come.',
      ),
      detail: text('advice'),
      action: 'Go on',
    }),
  }
  return words[kind]?.() ?? null
}

export function NeedsYouCards({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return <p class="hint">Nothing needs you. Money comes in by itself.</p>
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
