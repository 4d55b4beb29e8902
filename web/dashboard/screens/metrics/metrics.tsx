import { say } from '../../../messages/dashboard/number-words.ts'
import { Digits } from '../../parts/digits.tsx'
import { SelectField } from '../../parts/forms.tsx'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { CountedSum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddressQuery } from '../../use-address-query.ts'
import { useRead } from '../../use-read.ts'
import { Figures } from './figures.tsx'
import { type AssetMetrics, type MetricsView } from './metrics-view.ts'

const spans = [
  { value: '30', label: say('days30') },
  { value: '90', label: say('days90') },
  { value: '365', label: say('days365') },
]

export default function Metrics() {
  const { query, change } = useAddressQuery()
  const days = spans.some(({ value }) => value === query['days']) ? query['days']! : '30'
  const { reading, readAgain } = useRead<MetricsView>(`/metrics?days=${days}`, {
    kinds: ['subscription', 'charge'],
    isKept: true,
  })
  return (
    <Screen
      title={say('metrics')}
      hint={say('metricsHint', { days })}
      actions={
        <SelectField
          label={say('time')}
          value={days}
          options={spans}
          onValue={(value) => change({ days: value })}
        />
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ assets }) =>
          assets.length === 0 ? (
            <Empty title={say('noMetrics')} hint={say('noMetricsHint')} />
          ) : (
            <>
              {assets.map((metrics) => (
                <Figures key={metrics.asset} metrics={metrics} />
              ))}
              <Recovery assets={assets} />
              {assets.map((metrics) => (
                <Cohorts key={metrics.asset} metrics={metrics} />
              ))}
            </>
          )
        }
      </ReadGate>
    </Screen>
  )
}

function Recovery({ assets }: { assets: readonly AssetMetrics[] }) {
  const rows = assets.flatMap(({ asset, recovery }) => recovery.map((one) => ({ asset, ...one })))
  if (rows.length === 0) return null
  return (
    <Section title={say('recovery')} hint={say('recoveryHint')}>
      <Table
        caption={say('recovery')}
        rows={rows}
        keyOf={({ asset, reason }) => `${asset} ${reason}`}
        columns={[
          { title: say('reason'), cell: ({ reason }) => spaced(reason) },
          {
            title: say('failedFirst'),
            isNumber: true,
            cell: ({ failed }) => (
              <Rows rows={failed.rows}>
                <CountedSum amount={failed.amount} count={failed.count} />
              </Rows>
            ),
          },
          {
            title: say('recovered'),
            isNumber: true,
            cell: ({ recovered }) => (
              <Rows rows={recovered.rows}>
                <CountedSum amount={recovered.amount} count={recovered.count} />
              </Rows>
            ),
          },
          {
            title: say('share'),
            isNumber: true,
            cell: ({ recoveredPercent }) => `${recoveredPercent} %`,
          },
        ]}
      />
    </Section>
  )
}

function Cohorts({ metrics: { asset, cohorts } }: { metrics: AssetMetrics }) {
  if (cohorts.length === 0) return null
  const longest = Math.max(...cohorts.map(({ retained }) => retained.length))
  return (
    <Section title={`${say('cohorts')} · ${asset}`} hint={say('cohortsHint')}>
      <Table
        caption={say('cohorts')}
        rows={cohorts}
        keyOf={({ month }) => month}
        columns={[
          { title: say('month'), cell: ({ month }) => month },
          {
            title: say('began'),
            isNumber: true,
            cell: ({ count, rows }) => (
              <Rows rows={rows}>
                <Digits>{count}</Digits>
              </Rows>
            ),
          },
          ...Array.from({ length: longest }, (_, index) => ({
            title: say('after', { count: index }),
            isNumber: true as const,
            cell: ({ retained }: (typeof cohorts)[number]) => {
              const one = retained[index]
              return one ? (
                <Rows rows={one.rows}>
                  <Digits>{one.count}</Digits>
                </Rows>
              ) : (
                ''
              )
            },
          })),
        ]}
      />
    </Section>
  )
}
