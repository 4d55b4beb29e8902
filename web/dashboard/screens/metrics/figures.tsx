/** The figures of one asset, each with its definition and its rows, and the line of its revenue. */
import type { ComponentChildren } from 'preact'
import { say } from '../../../messages/dashboard/number-words.ts'
import { gap, Sentence } from '../../../parts/sentence.tsx'
import { Chart } from '../../parts/charts/chart.tsx'
import { Digits } from '../../parts/digits.tsx'
import { Sum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { type AssetMetrics, drawn, endings, shortened } from './metrics-view.ts'

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

export function Figures({ metrics }: { metrics: AssetMetrics }) {
  const { asset, days } = metrics
  return (
    <div class="card">
      <h2>{asset}</h2>
      <div class="figures">
        <Figure
          name={say('mrr')}
          definition={say('mrrHint')}
          value={
            <Rows rows={metrics.subscriptions.rows}>
              <span title={metrics.mrr}>
                <Sum>{shortened(metrics.mrr)}</Sum>
              </span>
            </Rows>
          }
          beside={
            <Rows rows={metrics.subscriptionsBefore.rows}>
              <Sentence text={say('before', { value: gap })}>
                <Sum>{shortened(metrics.mrrBefore)}</Sum>
              </Sentence>
            </Rows>
          }
        />
        <People metrics={metrics} />
        <Charged charges={metrics.charges} />
      </div>
      <p class="hint">{say('mrrByDay')}</p>
      <Chart
        dates={days.map(({ date }) => date)}
        values={days.map(({ mrr }) => drawn(mrr))}
        unit={asset}
        label={say('mrrChart', {
          first: shortened(metrics.mrrBefore),
          last: shortened(metrics.mrr),
        })}
      />
    </div>
  )
}

function People({ metrics }: { metrics: AssetMetrics }) {
  const { subscriptions, subscriptionsBefore } = metrics
  return (
    <>
      <Figure
        name={say('paying')}
        definition={say('payingHint')}
        value={
          <Rows rows={subscriptions.rows}>
            <Digits>{subscriptions.count}</Digits>
          </Rows>
        }
        beside={
          <Rows rows={subscriptionsBefore.rows}>
            {say('before', { value: subscriptionsBefore.count })}
          </Rows>
        }
      />
      <Figure
        name={say('activePayers')}
        definition={say('activePayersHint')}
        value={
          <Rows rows={subscriptions.rows}>
            <Digits>{metrics.activePayers}</Digits>
          </Rows>
        }
      />
      <Figure
        name={say('newOnes')}
        definition={say('newHint')}
        value={
          <Rows rows={metrics.new.rows}>
            <Digits>{metrics.new.count}</Digits>
          </Rows>
        }
        beside={
          <Rows rows={metrics.new.rows}>
            <Sum>{shortened(metrics.new.mrr)}</Sum>
          </Rows>
        }
      />
      <Figure
        name={say('churn')}
        definition={say('churnHint')}
        value={metrics.churnPercent === null ? '–' : `${metrics.churnPercent} %`}
        beside={<Ended metrics={metrics} />}
      />
    </>
  )
}

/** Who stopped paying, by why. */
function Ended({ metrics: { ended, churnPercent } }: { metrics: AssetMetrics }) {
  const lost = endings.filter((one) => ended[one].count > 0)
  if (lost.length === 0) return <>{churnPercent === null && say('noChurn')}</>
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

function Charged({ charges }: Pick<AssetMetrics, 'charges'>) {
  return (
    <>
      {(['succeeded', 'failed'] as const).map((outcome) => (
        <Figure
          key={outcome}
          name={say(outcome)}
          definition={say(outcome === 'succeeded' ? 'succeededHint' : 'failedHint')}
          value={
            <Rows rows={charges[outcome].rows}>
              <Sum>{charges[outcome].amount}</Sum>
            </Rows>
          }
          beside={
            <Rows rows={charges[outcome].rows}>
              {say('chargesCount', { count: charges[outcome].count })}
            </Rows>
          }
        />
      ))}
    </>
  )
}
