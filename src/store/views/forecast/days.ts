/** The days of a forecast, by an offset from UTC: those of whoever reads it. */
import { dayMs, minuteMs } from '../../../../machines/durations.ts'
import type { ForecastGround } from './planned.ts'

export type DayOffset = Pick<ForecastGround, 'utcOffset'>

/** The day of a moment: `2026-11-23`. */
export const dayAt = (moment: Date, { utcOffset }: DayOffset): string =>
  new Date(moment.getTime() + utcOffset * minuteMs).toISOString().slice(0, 10)

/** The moment at which a day begins. */
export const beginOfDay = (date: string, { utcOffset }: DayOffset): Date =>
  new Date(Date.parse(date) - utcOffset * minuteMs)

/** How many days later it is there than in UTC at `first_at`, in SQL: 1, 0 or -1. Texts are compared, as parsing a moment costs more. */
export function shiftOf({ utcOffset }: DayOffset): string {
  if (utcOffset === 0) return '0'
  const midnight = new Date(dayMs - utcOffset * minuteMs).toISOString().slice(11, 16)
  const isBehind = `substr(first_at, 12, 5) >= '${midnight}'`
  return utcOffset > 0
    ? `case when ${isBehind} then 1 else 0 end`
    : `case when ${isBehind} then 0 else -1 end`
}
