/** Shows what needs the merchant: a sentence and one way to act for each card, the gravest first. */
import type { HomeCard } from '../../../api/dashboard.generated.ts'
import { Link } from '../../parts/links.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { counted, phrase } from '../../phrase.ts'
import { stepOf } from '../setup/steps.ts'

type Wording = {
  sentence: string
  detail?: string | null | undefined
  action: string
  /** Where it is done, if that is elsewhere than at its rows. */
  place?: string
}

const textOf = ({ values }: HomeCard, name: string) => values[name]?.toString() ?? null

/** Says each card. A kind that is not known yet is left out. */
const words: Record<HomeCard['kind'], (card: HomeCard) => Wording> = {
  gas: (card) => ({
    sentence:
      card.values['daysLeft'] === 0
        ? phrase`The gas wallet on ${textOf(card, 'blockchain') ?? ''} is empty: nothing is charged until you send gas to it.`
        : phrase`The gas wallet on ${textOf(card, 'blockchain') ?? ''} lasts for ${textOf(card, 'daysLeft') ?? '–'} more days.`,
    detail: textOf(card, 'balance'),
    action: 'Top it up',
  }),
  stuck: (card) => ({
    sentence: counted(
      card.count,
      '{count} subscription cannot be charged, through no fault of its payer.',
      '{count} subscriptions cannot be charged, through no fault of their payers.',
    ),
    action: 'See why',
  }),
  endpoint: (card) => ({
    sentence: counted(
      card.count,
      '{count} webhook waits: your endpoint does not take it.',
      '{count} webhooks wait: your endpoint does not take them.',
    ),
    detail: textOf(card, 'error') && phrase`Your endpoint says: ${textOf(card, 'error')!}`,
    action: 'See what waits',
  }),
  receiver: (card) => ({
    sentence: phrase`On ${textOf(card, 'blockchain') ?? ''} your money is about to go to another address, as ${textOf(card, 'by') ?? ''} asked.`,
    detail: textOf(card, 'address'),
    action: 'Look, or call it off',
  }),
  atRisk: (card) => ({
    sentence: counted(
      card.count,
      'The next charge of {count} subscription will fail unless somebody acts.',
      'The next charges of {count} subscriptions will fail unless somebody acts.',
    ),
    action: 'See who',
  }),
  exceptions: (card) => ({
    sentence: counted(
      card.count,
      '{count} payment waits for your decision.',
      '{count} payments wait for your decision.',
    ),
    action: 'Decide',
  }),
  verification: (card) => ({
    sentence: 'Your business verification was turned down.',
    detail: textOf(card, 'reason'),
    action: 'See why',
  }),
  anomalies: (card) => ({
    sentence: counted(
      card.count,
      '{count} thing happened that nobody expected.',
      '{count} things happened that nobody expected.',
    ),
    action: 'Look at it',
  }),
  checklist: (card) => ({
    sentence: counted(
      card.count,
      '{count} step is left before money can come.',
      '{count} steps are left before money can come.',
    ),
    detail: textOf(card, 'advice'),
    action: stepOf(textOf(card, 'name') ?? '').title,
    place: stepOf(textOf(card, 'name') ?? '').place,
  }),
}

const wordingOf = (card: HomeCard): Wording | null => words[card.kind]?.(card) ?? null

export function NeedsYouCards({ cards }: { cards: readonly HomeCard[] }) {
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
                {wording.place ? (
                  <Link to={wording.place} class="quiet">
                    {wording.action}
                  </Link>
                ) : (
                  <Rows rows={card.rows} class="quiet">
                    {wording.action}
                  </Rows>
                )}
              </p>
            </li>
          )
        )
      })}
    </ul>
  )
}
