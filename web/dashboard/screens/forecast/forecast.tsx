import type { Answers, ForecastTotal } from '../../../api/dashboard.generated.ts'
import { say } from '../metrics/number-words.ts'
import { Empty } from '../../parts/list.tsx'
import { ReadGate } from '../../parts/read-gate.tsx'
import { CountedSum, Sum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { spaced } from '../../parts/status.tsx'
import { Table } from '../../parts/table.tsx'
import { DayName } from '../../parts/when.tsx'
import { useRead } from '../../use-read.ts'
import { classes, forecastPath } from './forecast-view.ts'
import { classWords, ClassMark, Totals } from './totals.tsx'

const days = 30

export default function Forecast() {
  const { reading, readAgain } = useRead<Answers['readForecast']>(forecastPath(days), {
    kinds: ['subscription', 'charge'],
    isKept: true,
  })
  return (
    <Screen title="Forecast" hint={say('forecastHint', { days })}>
      <ReadGate reading={reading} readAgain={readAgain}>
        {(forecast) =>
          forecast.totals.length === 0 ? (
            <Empty title="No charge falls due" hint={say('nothingToComeHint')} />
          ) : (
            <>
              {forecast.totals.map((total) => (
                <Totals key={total.asset} total={total} forecast={forecast} />
              ))}
              <Reasons totals={forecast.totals} />
              <Days days={forecast.days} />
            </>
          )
        }
      </ReadGate>
    </Screen>
  )
}

function Reasons({ totals }: { totals: readonly ForecastTotal[] }) {
  const rows = totals.flatMap(({ asset, reasons }) => reasons.map((one) => ({ asset, ...one })))
  if (rows.length === 0) return null
  return (
    <Section title="Why not covered">
      <Table
        caption="Why not covered"
        rows={rows}
        keyOf={({ rows: link }) => link}
        columns={[
          { title: 'Certainty', cell: (row) => <ClassMark name={row.class} /> },
          { title: 'Reason', cell: ({ reason }) => spaced(reason) },
          {
            title: say('charges'),
            isNumber: true,
            cell: ({ count, rows: link }) => <Rows rows={link}>{count}</Rows>,
          },
          {
            title: 'Amount',
            isNumber: true,
            cell: ({ amount, rows: link }) => (
              <Rows rows={link}>
                <Sum>{amount}</Sum>
              </Rows>
            ),
          },
        ]}
      />
    </Section>
  )
}

function Days({ days: rows }: Pick<Answers['readForecast'], 'days'>) {
  return (
    <Section title="By day">
      <Table
        caption="By day"
        rows={rows}
        keyOf={({ date, asset, blockchain }) => `${date} ${asset} ${blockchain}`}
        columns={[
          { title: 'Day', cell: ({ date }) => <DayName date={date} /> },
          { title: 'Asset', cell: ({ asset }) => asset },
          ...classes.map((name) => ({
            title: classWords[name],
            isNumber: true as const,
            cell: (row: Answers['readForecast']['days'][number]) => {
              const { count, amount, rows: link } = row.classes[name]
              return count === 0 ? (
                <span class="hint">–</span>
              ) : (
                <Rows rows={link}>
                  <CountedSum amount={amount} count={count} />
                </Rows>
              )
            },
          })),
        ]}
      />
    </Section>
  )
}
