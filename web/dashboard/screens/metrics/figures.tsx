/** The figures of one asset, each with its definition and its rows, and the line of its revenue. */
import type { MetricsOfAsset } from '../../../api/dashboard.generated.ts'
import type { ComponentChildren } from 'preact'
import { say } from './number-words.ts'
import { gap, Sentence } from '../../../parts/sentence.tsx'
import { Chart } from '../../parts/charts/chart.tsx'
import { Digits } from '../../../parts/digits.tsx'
import { CountedSum, ReckonedSum, shortened, Sum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { drawn, endings } from './metrics-view.ts'
import { phrase } from '../../phrase.ts'

type FigureProps = {
  name: string
  definition: string
  value: ComponentChildren
  beside?: ComponentChildren
}

function Figure({ name, definition, value, beside }: FigureProps) {
  return (
    <div>
      <p class="hint">
        <abbr title={definition}>{name}</abbr>
      </p>
      <p class="figure">{value}</p>
      {beside && <p class="hint">{beside}</p>}
    </div>
  )
}

export function Figures({ metrics }: { metrics: MetricsOfAsset }) {
  const { asset, days } = metrics
  return (
    <div class="card">
      <h2>{asset}</h2>
      <div class="figures">
        <Figure
          name="MRR"
          definition="Monthly recurring revenue: what the subscriptions that pay bring in a month of 30.44 days, a twelfth of a year."
          value={
            <Rows rows={metrics.subscriptions.rows}>
              <ReckonedSum>{metrics.mrr}</ReckonedSum>
            </Rows>
          }
          beside={
            <Rows rows={metrics.subscriptionsBefore.rows}>
              <Sentence text={phrase`${gap} at the beginning`}>
                <ReckonedSum>{metrics.mrrBefore}</ReckonedSum>
              </Sentence>
            </Rows>
          }
        />
        <People metrics={metrics} />
        <Charged charges={metrics.charges} />
      </div>
      <p class="hint">MRR by day</p>
      <Chart
        dates={days.map(({ date }) => date)}
        values={days.map(({ mrr }) => drawn(mrr))}
        unit={asset}
        label={phrase`MRR by day, from ${shortened(metrics.mrrBefore)} to ${shortened(metrics.mrr)}`}
      />
    </div>
  )
}

function People({ metrics }: { metrics: MetricsOfAsset }) {
  const { subscriptions, subscriptionsBefore } = metrics
  return (
    <>
      <Figure
        name="Paying subscriptions"
        definition="Charged at least once, and still paid for, or going on."
        value={
          <Rows rows={subscriptions.rows}>
            <Digits>{subscriptions.count}</Digits>
          </Rows>
        }
        beside={
          <Rows rows={subscriptionsBefore.rows}>
            {phrase`${subscriptionsBefore.count} at the beginning`}
          </Rows>
        }
      />
      <Figure
        name="Active payers"
        definition="Different wallets of the subscriptions that pay at the end of the time."
        value={
          <Rows rows={subscriptions.rows}>
            <Digits>{metrics.activePayers}</Digits>
          </Rows>
        }
      />
      <Figure
        name="New"
        definition="Charged for the first time."
        value={
          <Rows rows={metrics.new.rows}>
            <Digits>{metrics.new.count}</Digits>
          </Rows>
        }
        beside={
          <Rows rows={metrics.new.rows}>
            <ReckonedSum>{metrics.new.mrr}</ReckonedSum> a month
          </Rows>
        }
      />
      <Figure
        name="Churn"
        definition="Of a hundred that paid at the beginning, those that ended by somebody’s wish or for want of a charge."
        value={metrics.churnPercent === null ? '–' : `${metrics.churnPercent} %`}
        beside={<Ended metrics={metrics} />}
      />
    </>
  )
}

/** Shows who stopped paying, by reason. */
function Ended({ metrics: { ended, churnPercent } }: { metrics: MetricsOfAsset }) {
  const lost = endings.filter((one) => ended[one].count > 0)
  if (lost.length === 0) return <>{churnPercent === null && 'Nobody paid at the beginning'}</>
  return (
    <>
      {lost.map((one) => (
        <Rows key={one} rows={ended[one].rows} class="one-of">
          {say(one)} <Digits>{ended[one].count}</Digits>
        </Rows>
      ))}
    </>
  )
}

function Charged({ charges: { succeeded, failed } }: Pick<MetricsOfAsset, 'charges'>) {
  return (
    <Figure
      name="Charged"
      definition="Charges that succeeded, by when the money moved. Given up: those that came to nothing, by when they were due."
      value={
        <Rows rows={succeeded.rows}>
          <Sum>{succeeded.amount}</Sum>
        </Rows>
      }
      beside={
        <>
          <Rows rows={succeeded.rows}>{say('chargesCount', { count: succeeded.count })}</Rows>
          {failed.count > 0 && (
            <>
              {' · '}
              <Rows rows={failed.rows}>
                <CountedSum amount={failed.amount} count={failed.count} /> given up
              </Rows>
            </>
          )}
        </>
      }
    />
  )
}
