/** Days and months of UTC, as their names are written: `2026-11-23`, `2026-11`. */
import { dayMs } from '../../../../machines/durations.ts'
import type { MetricsSpan } from '../../../store/views/metrics/metrics.ts'

/** Lists the days of a time, also those that only a part of is in it. */
export function daysOf({ from, to }: MetricsSpan): string[] {
  const first = Math.floor(from.getTime() / dayMs)
  const count = Math.max(0, Math.ceil(to.getTime() / dayMs) - first)
  return Array.from({ length: count }, (_, index) =>
    new Date((first + index) * dayMs).toISOString().slice(0, 10),
  )
}

/** Lists the months of a time, also those that only a part of is in it. */
export function monthsOf({ from, to }: MetricsSpan): string[] {
  const months: string[] = []
  const end = to.toISOString()
  for (let month = from.toISOString().slice(0, 7); `${month}-01` < end; month = monthAfter(month))
    months.push(month)
  return months
}

export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
