import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tickingMs, timeLeft, untilNextTick } from '../../web/checkout/expiry.ts'

const end = Date.parse('2026-05-01T11:00:00Z')
const minuteMs = 60_000

describe('the time left', () => {
  test('does not tick while there is plenty of it', () => {
    expect(timeLeft(end - 3 * 60 * minuteMs, end)).toEqual({ kind: 'ample' })
    expect(untilNextTick(end - tickingMs - 5_000, end)).toBe(5_000)
  })

  test('ticks by the second near the end, and is loud in the last minute', () => {
    expect(timeLeft(end - 2 * minuteMs - 3_000, end)).toEqual({
      kind: 'short',
      minutes: 2,
      seconds: 3,
      isUrgent: false,
    })
    expect(timeLeft(end - 59_000, end)).toMatchObject({ minutes: 0, seconds: 59, isUrgent: true })
  })

  test('is over at the very moment, and then nothing ticks', () => {
    expect(timeLeft(end, end)).toEqual({ kind: 'over' })
    expect(untilNextTick(end, end)).toBeNull()
  })

  test('is looked at again exactly when what is shown changes', () => {
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
