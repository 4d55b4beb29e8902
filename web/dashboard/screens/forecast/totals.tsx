/** Shows what is to come of one asset: how much of it is covered, at risk or unknown, and when. */
import { dayMs } from '../../../../machines/durations.ts'
import { say } from '../metrics/number-words.ts'
import { Ago } from '../../parts/when.tsx'
import { DayBars } from '../../parts/charts/day-bars.tsx'
import { Sum } from '../../parts/money.tsx'
import { Rows } from '../../parts/rows-link.tsx'
import { type Class, classes, type ForecastView, type Total } from './forecast-view.ts'

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

export const ClassMark = ({ name }: { name: Class }) => (
  <span class="status" data-mood={moods[name]}>
    {classWords[name]}
  </span>
)

/** The three sums of an asset; `days` are all of the forecast. */
export function Totals({ total, forecast }: { total: Total; forecast: ForecastView }) {
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
              <ClassMark name={name} />
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
        days={datesOf(forecast).map((date) => {
          const day = own.find((one) => one.date === date)
          return {
            date,
            parts: classes.map((name) => ({ name, count: day?.classes[name].count ?? 0 })),
          }
        })}
      />
    </div>
  )
}

/** Every day of the forecast, in UTC. */
function datesOf({ now, until }: ForecastView): string[] {
  const first = Math.floor(Date.parse(now) / dayMs)
  const count = Math.ceil(Date.parse(until) / dayMs) - first
  return Array.from({ length: count }, (_, index) =>
    new Date((first + index) * dayMs).toISOString().slice(0, 10),
  )
}
