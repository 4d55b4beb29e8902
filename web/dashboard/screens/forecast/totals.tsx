/** Shows what is to come of one asset: how much of it is covered, at risk or unknown, and when. */
import type { Answers, ForecastTotal } from '../../../api/dashboard.generated.ts'
import { dayMs } from '../../../../machines/durations.ts'
import { toLocalMoment } from '../../local-moment.ts'
import { say } from '../metrics/number-words.ts'
import { Ago } from '../../parts/when.tsx'
import { type DayBar, DayBars } from '../../parts/charts/day-bars.tsx'
import { Sum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { type Class, classes } from './forecast-view.ts'

export const classWords: Record<Class, string> = {
  covered: 'Covered',
  atRisk: 'At risk',
  unknown: 'Unknown',
}
const hints: Record<Class, string> = {
  covered: 'The payer allows and holds enough: it is charged.',
  atRisk: 'It is not charged, unless somebody acts.',
  unknown: 'What is known is not enough to say.',
}
const moods: Record<Class, string> = { covered: 'good', atRisk: 'bad', unknown: 'wait' }

/** Nothing has no colour: nobody has to act. */
export const ClassMark = ({ name, count = 1 }: { name: Class; count?: number }) => (
  <span class="status" data-mood={count === 0 ? 'over' : moods[name]}>
    {classWords[name]}
  </span>
)

/** The three sums of an asset; `days` are all of the forecast. */
export function Totals({
  total,
  forecast,
}: {
  total: ForecastTotal
  forecast: Answers['readForecast']
}) {
  const { blockchain, asset, coveredSeenAt } = total
  const own = forecast.days.filter((day) => day.asset === asset && day.blockchain === blockchain)
  const counts = Object.fromEntries(
    classes.map((name) => [name, total.classes[name].count]),
  ) as Record<Class, number>
  return (
    <div class="card">
      <h2>
        {asset} <span class="hint">{blockchain}</span>
      </h2>
      <div class="figures">
        {classes.map((name) => (
          <div key={name}>
            <p title={hints[name]}>
              <ClassMark name={name} count={total.classes[name].count} />
            </p>
            <p>
              <Rows rows={total.classes[name].rows} class="figure">
                <Sum>{total.classes[name].amount}</Sum>
              </Rows>
            </p>
            <p class="hint">
              <Rows rows={total.classes[name].rows}>
                {say('chargesCount', { count: total.classes[name].count })}
              </Rows>
              {total.classes[name].count > 0 &&
                ` ${say('ofSubscriptions', { count: total.classes[name].subscriptions })}`}
            </p>
          </div>
        ))}
      </div>
      {coveredSeenAt !== null && (
        <p class="hint">
          Covered by the balances that were last seen, the oldest of them <Ago at={coveredSeenAt} />
        </p>
      )}
      <DayBars
        label={say('dayChart', counts)}
        days={datesOf(forecast).map((date) => toBar(date, own, asset))}
      />
    </div>
  )
}

function toBar(date: string, days: Answers['readForecast']['days'], asset: string): DayBar {
  const day = days.find((one) => one.date === date)
  const parts = classes.map((name) => ({
    name,
    says: classWords[name],
    amount: day?.classes[name].amount ?? `0 ${asset}`,
    count: day?.classes[name].count ?? 0,
  }))
  return { date, parts }
}

/** Every day of the forecast, in the reader's zone. */
function datesOf({ now, until }: Answers['readForecast']): string[] {
  const dayOf = (iso: string) => Date.parse(toLocalMoment(iso).slice(0, 10))
  const count = (dayOf(until) - dayOf(now)) / dayMs + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(dayOf(now) + index * dayMs).toISOString().slice(0, 10),
  )
}
