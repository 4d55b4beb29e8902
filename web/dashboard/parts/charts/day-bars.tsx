/**
 * Stacked bars, one for each day: what is covered stands at the bottom. Readers who cannot see them have the table
 * below.
 */
export type DayBar = { date: string; parts: readonly { name: string; count: number }[] }

type Props = { days: readonly DayBar[]; label: string }

const height = 120

export function DayBars({ days, label }: Props) {
  const most = Math.max(1, ...days.map(({ parts }) => sumOf(parts)))
  return (
    <div class="day-bars" role="img" aria-label={label}>
      {days.map(({ date, parts }) => (
        <div key={date} class="day-bar" title={titleOf(date, parts)}>
          <svg viewBox={`0 0 10 ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {stack(parts, most).map(({ name, y, size }) => (
              <rect key={name} data-part={name} x="0" y={y} width="10" height={size} />
            ))}
          </svg>
          <span aria-hidden="true">{Number(date.slice(8))}</span>
        </div>
      ))}
    </div>
  )
}

const sumOf = (parts: DayBar['parts']) => parts.reduce((sum, { count }) => sum + count, 0)

const titleOf = (date: string, parts: DayBar['parts']) =>
  [date, ...parts.map(({ name, count }) => `${name} ${count}`)].join(', ')

function stack(parts: DayBar['parts'], most: number) {
  let top = height
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => {
      const size = (height * count) / most
      top -= size
      return { name, y: top, size }
    })
}
