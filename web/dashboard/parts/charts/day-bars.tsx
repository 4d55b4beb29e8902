/**
 * Stacked bars, one for each day, as high as the amounts of it: what is covered stands at the bottom. Readers who cannot
 * see them have the table below.
 */
import { writeDate } from '../../../messages/moments.ts'
import { useSpeech } from '../../../parts/speech.ts'
import { addSums, saySum, Sum } from '../money.tsx'

/** `amount`: `96.78 ltUSDC`. */
type DayPart = { name: string; says: string; amount: string; count: number }
export type DayBar = { date: string; parts: readonly DayPart[] }

type Props = { days: readonly DayBar[]; label: string }

const height = 120

export function DayBars({ days, label }: Props) {
  const { locale } = useSpeech()
  const most = Math.max(...days.map(heightOf))
  const highest = days.find((day) => heightOf(day) === most)
  return (
    <div class="day-chart" role="img" aria-label={label}>
      <p class="day-axis hint" aria-hidden="true">
        {highest && most > 0 && <Sum>{addSums(highest.parts.map(({ amount }) => amount))}</Sum>}
      </p>
      <div class="day-bars" aria-hidden="true">
        {days.map((day, index) => (
          <div key={day.date} class="day-bar" title={titleOf(day, locale)}>
            <svg viewBox={`0 0 10 ${height}`} preserveAspectRatio="none">
              {stack(day, most).map(({ name, y, size }) => (
                <rect key={name} data-part={name} x="0" y={y} width="10" height={size} />
              ))}
            </svg>
            <span>
              {index === 0 || day.date.endsWith('-01')
                ? writeDate(day.date, locale)
                : Number(day.date.slice(8))}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** For drawing alone. */
const drawn = ({ amount }: DayPart): number => Number(amount.split(' ', 1)[0])
const heightOf = ({ parts }: DayBar) => parts.reduce((sum, part) => sum + drawn(part), 0)

const titleOf = ({ date, parts }: DayBar, locale: string) =>
  [
    writeDate(date, locale),
    ...parts
      .filter(({ count }) => count > 0)
      .map(({ says, amount, count }) => `${says} ${saySum(amount)} (${count})`),
  ].join(', ')

function stack({ parts }: DayBar, most: number) {
  let top = height
  return parts
    .filter(({ count }) => count > 0)
    .map((part) => {
      const size = (height * drawn(part)) / most
      top -= size
      return { name: part.name, y: top, size }
    })
}
