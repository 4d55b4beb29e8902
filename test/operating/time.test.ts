/** The one Time stands still but for what it is moved, and goes on where it stood. */
import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { after, elapsedMs, moveTime, stopTime, wait } from '../../src/shared/time.ts'

test('a pause that gathers, and was under way when time stopped, ends by itself', async () => {
  const pause = wait(25)
  const goOn = stopTime()
  await pause
  goOn()
})

test('what waits for longer runs once, when time was moved so far or has gone on', async () => {
  let [short, long] = [0, 0]
  const goOn = stopTime()
  after(40, () => short++)
  after(9_000, () => long++)
  const before = elapsedMs()
  goOn()
  const goOnAgain = stopTime()
  await wait(50)
  expect({ short, long }).toEqual({ short: 1, long: 0 })
  expect(elapsedMs() - before).toBeLessThan(9_000)
  moveTime(9_000)
  await nextTick()
  expect({ short, long }).toEqual({ short: 1, long: 1 })
  goOnAgain()
})

test('what is due in 15 s is due when 15 s have passed, whatever the fraction at which time stopped', () => {
  const late: number[] = []
  for (let round = 0; round < 20; round++) {
    const goOn = stopTime()
    // A sum of fractions loses a digit where it passes a power of two.
    const nextPower = 2 ** (Math.floor(Math.log2(elapsedMs() + 20_000)) + 1)
    moveTime(nextPower - 10_000 - Math.round(elapsedMs()))
    for (let delayMs = 15_000; delayMs < 15_004; delayMs++) {
      let isDue = false
      const waiting = after(delayMs, () => (isDue = true))
      moveTime(delayMs)
      if (!isDue) late.push(delayMs)
      waiting.cancel()
    }
    goOn()
  }
  expect(late).toEqual([])
})
