/** Says what time it is to somebody whose moment was refused: the test clock may be far ahead. */
import { dayMs, hourMs, minuteMs } from '../../machines/durations.ts'
import type { Clock } from '../shared/clock.ts'

export function describeNow(clock: Pick<Clock, 'now' | 'testOffsetMs'>, now = clock.now()): string {
  const time = `it is ${now.toISOString()}`
  const aheadMs = clock.testOffsetMs
  if (aheadMs < minuteMs) return `${time} now`
  return `${time} by the test clock, which was moved by ${inWords(aheadMs)} (GET /testing/clock tells it)`
}

function inWords(milliseconds: number): string {
  const [unit, name] = (
    [
      [dayMs, 'day'],
      [hourMs, 'hour'],
      [minuteMs, 'minute'],
    ] as const
  ).find(([unit]) => milliseconds >= unit) ?? [minuteMs, 'minute']
  const count = Math.round(milliseconds / unit)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
