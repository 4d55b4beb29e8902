/** Shows what needs the merchant, then what is to come, then what there was. */
import type { Answers } from '../../../api/dashboard.generated.ts'
import { say } from '../metrics/number-words.ts'
import { CustomerLink, Link } from '../../parts/links.tsx'
import { Sum } from '../../parts/money.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { When } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { forecastPath } from '../forecast/forecast-view.ts'
import { Totals } from '../forecast/totals.tsx'
import { Figures } from '../metrics/figures.tsx'
import { NeedsYouCards } from './cards.tsx'

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
  const { reading, readAgain } = useRead<Answers['readHome']>('/home', { kinds })
  return (
    <Section title="Needs you">
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ needsYou }) => <NeedsYouCards cards={needsYou} />}
      </ReadGate>
    </Section>
  )
}

function NextDays() {
  const { reading, readAgain } = useRead<Answers['readForecast']>(forecastPath(30), {
    kinds: ['subscription', 'charge'],
    isKept: true,
  })
  return (
    <Section title="The next 30 days" actions={<Link to="/forecast">Whole forecast</Link>}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(forecast) =>
          forecast.totals.length === 0 ? (
            <FirstToCome />
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

/** Further ahead than the 30 days of Home: a plan for a month, of 31 days, comes due just behind them. */
const daysAhead = 90

/** Where nothing comes due in the days that Home shows. */
function FirstToCome() {
  const { reading } = useRead<Answers['listForecastCharges']>(
    `/forecast/charges?days=${daysAhead}&limit=1&withTotal=false`,
    { kinds: ['subscription', 'charge'], isKept: true },
  )
  if (reading.step !== 'read') return null
  const [first] = reading.value.charges
  if (!first) return <p class="hint">{say('nothingToComeHint')}</p>
  return (
    <p class="hint">
      Nothing is due until <When at={first.dueAt} />:{' '}
      <Link to={`/forecast/charges?days=${daysAhead}`}>
        <Sum>{first.amount}</Sum>
      </Link>{' '}
      of <CustomerLink customerId={first.customerId} />.
    </p>
  )
}

function LastDays() {
  const { reading, readAgain } = useRead<Answers['readMetrics']>('/metrics', {
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
