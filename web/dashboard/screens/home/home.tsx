import { say } from '../../../messages/dashboard/business-words.ts'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { useRead } from '../../use-read.ts'

type Summary = {
  counts: Record<'payments' | 'plans' | 'subscriptions' | 'charges' | 'deliveries', Counts>
  exceptions: Record<string, number>
  atRisk: number
  openAnomalies: number
  failingDeliveries: number
  missing: string[]
}
type Counts = Record<string, number>

const kinds = ['payment', 'plan', 'subscription', 'charge', 'delivery', 'destination']

export default function Home() {
  const { reading, readAgain } = useRead<Summary>('/summary', { kinds })
  return (
    <Screen title={say('home')}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(summary) => (
          <>
            <NeedsYou summary={summary} />
            <Figures counts={summary.counts} />
          </>
        )}
      </ReadGate>
    </Screen>
  )
}

function NeedsYou({ summary }: { summary: Summary }) {
  const { exceptions, atRisk, openAnomalies, failingDeliveries } = summary
  const waiting = Object.values(exceptions).reduce((sum, count) => sum + count, 0)
  const cards: [number, string, string][] = [
    [atRisk, say('atRisk'), '/at-risk'],
    [waiting, say('exceptions'), '/exceptions'],
    [failingDeliveries, say('failing'), '/deliveries?statusIn=Exhausted'],
    [openAnomalies, say('anomalies'), '/anomalies?open=true'],
  ]
  const shown = cards.filter(([count]) => count > 0)
  return (
    <Section title={say('needsYou')}>
      {shown.length === 0 && <p class="hint">{say('nothingNeedsYou')}</p>}
      <div class="cards">
        {shown.map(([count, text, to]) => (
          <div key={to} class="card">
            <p>
              <Link to={to} class="figure">
                {count}
              </Link>
            </p>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}

const listed = ['payments', 'plans', 'subscriptions', 'charges', 'deliveries'] as const

function Figures({ counts }: { counts: Summary['counts'] }) {
  return (
    <Section title={say('figures')}>
      <div class="cards">
        {listed.map((name) => (
          <div key={name} class="card">
            <h3>
              <Link to={`/${name}`}>{name[0]!.toUpperCase() + name.slice(1)}</Link>
            </h3>
            <ul>
              {Object.entries(counts[name]).map(([status, count]) => (
                <li key={status}>
                  <Link to={`/${name}?statusIn=${status}`}>
                    {count} <Status name={status} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}
