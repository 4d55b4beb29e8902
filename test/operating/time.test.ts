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
