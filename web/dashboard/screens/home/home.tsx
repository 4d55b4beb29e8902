/** Shows what needs the merchant, then what is to come, then what there was. */
import { say } from '../metrics/number-words.ts'
import { Link } from '../../parts/links.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { useRead } from '../../use-read.ts'
import { forecastPath, type ForecastView } from '../forecast/forecast-view.ts'
import { Totals } from '../forecast/totals.tsx'
import { Figures } from '../metrics/figures.tsx'
import type { MetricsView } from '../metrics/metrics-view.ts'
import { type Card, NeedsYouCards } from './cards.tsx'

const kinds = ['payment', 'plan', 'subscription', 'charge', 'delivery', 'destination', 'gasWallet']

export default function Home() {
  return (
    <Screen title="Home">
      <NeedsYou />
      <NextDays />
      <LastDays />
    </Screen>
  )
}

function NeedsYou() {
  const { reading, readAgain } = useRead<{ needsYou: Card[] }>('/home', { kinds })
  return (
    <Section title="Needs you">
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ needsYou }) => <NeedsYouCards cards={needsYou} />}
      </ReadGate>
    </Section>
  )
}

function NextDays() {
  const { reading, readAgain } = useRead<ForecastView>(forecastPath(30), {
    kinds: ['subscription', 'charge'],
    isKept: true,
  })
  return (
    <Section title="The next 30 days" actions={<Link to="/forecast">Whole forecast</Link>}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(forecast) =>
          forecast.totals.length === 0 ? (
            <p class="hint">{say('nothingToComeHint')}</p>
          ) : (
            <>
              {forecast.totals.map((total) => (
                <Totals
                  key={`${total.asset} ${total.blockchain}`}
                  total={total}
                  forecast={forecast}
                />
              ))}
            </>
          )
        }
      </ReadGate>
    </Section>
  )
}

function LastDays() {
  const { reading, readAgain } = useRead<MetricsView>('/metrics', {
    kinds: ['subscription', 'charge'],
    isKept: true,
  })
  return (
    <Section title="The last 30 days" actions={<Link to="/metrics">All metrics</Link>}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ assets }) =>
          assets.length === 0 ? (
            <p class="hint">{say('noMetricsHint')}</p>
          ) : (
            <>
              {assets.map((metrics) => (
                <Figures key={metrics.asset} metrics={metrics} />
              ))}
            </>
          )
        }
      </ReadGate>
    </Section>
  )
}
