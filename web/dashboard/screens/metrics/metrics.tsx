import type { Answers, MetricsOfAsset } from '../../../api/dashboard.generated.ts'
import { say } from './number-words.ts'
import { Digits } from '../../../parts/digits.tsx'
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
import { phrase } from '../../phrase.ts'

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
]

export default function Metrics() {
  const { query, change } = useAddressQuery()
  const days = spans.some(({ value }) => value === query['days']) ? query['days']! : '30'
  const { reading, readAgain } = useRead<Answers['readMetrics']>(`/metrics?days=${days}`, {
    kinds: ['subscription', 'charge'],
    isKept: true,
  })
  return (
    <Screen
      title="Metrics"
      hint={phrase`The last ${days} days, for each asset. Every number leads to its rows.`}
      actions={
        <SelectField
          label="Time"
          value={days}
          options={spans}
          onValue={(value) => change({ days: value })}
        />
      }
    >
      <ReadGate reading={reading} readAgain={readAgain}>
        {({ assets }) =>
          assets.length === 0 ? (
            <Empty title="Nothing was charged yet" hint={say('noMetricsHint')} />
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

function Recovery({ assets }: { assets: readonly MetricsOfAsset[] }) {
  const rows = assets.flatMap(({ asset, recovery }) => recovery.map((one) => ({ asset, ...one })))
  if (rows.length === 0) return null
  return (
    <Section
      title="Recovery"
      hint="Charges that failed at first, by why, and how many succeeded after all."
    >
      <Table
        caption="Recovery"
        rows={rows}
        keyOf={({ asset, reason }) => `${asset} ${reason}`}
        columns={[
          { title: 'Reason', cell: ({ reason }) => spaced(reason) },
          {
            title: 'Failed at first',
            isNumber: true,
            cell: ({ failed }) => (
              <Rows rows={failed.rows}>
                <CountedSum amount={failed.amount} count={failed.count} />
              </Rows>
            ),
          },
          {
            title: 'Recovered',
            isNumber: true,
            cell: ({ recovered }) => (
              <Rows rows={recovered.rows}>
                <CountedSum amount={recovered.amount} count={recovered.count} />
              </Rows>
            ),
          },
          {
            title: 'Share',
            isNumber: true,
            cell: ({ recoveredPercent }) => `${recoveredPercent} %`,
          },
        ]}
      />
    </Section>
  )
}

function Cohorts({ metrics: { asset, cohorts } }: { metrics: MetricsOfAsset }) {
  if (cohorts.length === 0) return null
  const longest = Math.max(...cohorts.map(({ retained }) => retained.length))
  return (
    <Section
      title={`Cohorts · ${asset}`}
      hint="By the month of the first charge: how many still pay at the end of each month."
    >
      <Table
        caption="Cohorts"
        rows={cohorts}
        keyOf={({ month }) => month}
        columns={[
          { title: 'Month', cell: ({ month }) => month },
          {
            title: 'Began',
            isNumber: true,
            cell: ({ count, rows }) => (
              <Rows rows={rows}>
                <Digits>{count}</Digits>
              </Rows>
            ),
          },
          ...Array.from({ length: longest }, (_, index) => ({
            title: phrase`Month ${index}`,
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
