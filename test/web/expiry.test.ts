import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../machines/durations.ts'
import { tickingMs, timeLeft, untilNextTick } from '../../web/checkout/expiry.ts'

const end = Date.parse('2026-05-01T11:00:00Z')

describe('the time left', () => {
  test('does not tick while more than ten minutes are left', () => {
    expect(timeLeft(end - 3 * 60 * minuteMs, end)).toEqual({ status: 'ample' })
    expect(untilNextTick(end - tickingMs - 5_000, end)).toBe(5_000)
  })

  test('ticks by the second near the end, and is urgent in the last minute', () => {
    expect(timeLeft(end - 2 * minuteMs - 3_000, end)).toEqual({
      status: 'short',
      minutes: 2,
      seconds: 3,
      isUrgent: false,
    })
    expect(timeLeft(end - 59_000, end)).toMatchObject({ minutes: 0, seconds: 59, isUrgent: true })
  })

  test('is over at the moment of expiry, and ticks no more', () => {
    expect(timeLeft(end, end)).toEqual({ status: 'over' })
    expect(untilNextTick(end, end)).toBeNull()
  })

  test('is computed again exactly when its text changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * tickingMs }), (left) => {
        const now = end - left
        const tick = untilNextTick(now, end)!
        expect(timeLeft(now + tick - 1, end)).toEqual(timeLeft(now, end))
        expect(timeLeft(now + tick + 1, end)).not.toEqual(timeLeft(now, end))
      }),
    )
  })
})
