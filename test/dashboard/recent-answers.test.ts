/** Time stands still in these tests, but for what they pass. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RecentAnswers } from '../../src/http/dashboard/numbers/recent-answers.ts'
import { elapsedMs, moveTime, stopTime, wait } from '../../src/shared/time.ts'

let goOn: () => void
beforeEach(() => {
  goOn = stopTime()
})
afterEach(() => goOn())

/** Passes time in steps, after each of which everybody does what is due. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    moveTime(stepMs)
    await setImmediate()
  }
}
const stepMs = 10

/** An answer that takes so long, and says when its making began. */
function answerTaking(tookMs: number) {
  const begun: number[] = []
  const make = async () => {
    const at = elapsedMs()
    begun.push(at)
    await wait(tookMs)
    return at
  }
  return { begun, make }
}

/** Asks, lets the time pass that the answer needs, and returns it with how long it took. */
async function ask(answers: RecentAnswers, make: () => Promise<number>) {
  const askedAt = elapsedMs()
  const answer = answers.answer('key', make).then((at) => ({
    waitedMs: elapsedMs() - askedAt,
    ageMs: elapsedMs() - at,
  }))
  await setImmediate()
  let isAnswered = false
  void answer.then(() => (isAnswered = true))
  await setImmediate()
  for (let ms = 0; !isAnswered && ms < 10_000; ms += stepMs) await pass(stepMs)
  return answer
}

test('while somebody looks on, nobody waits for a second answer, and none is older than three seconds', async () => {
  const answers = new RecentAnswers()
  const { make } = answerTaking(400)
  expect((await ask(answers, make)).waitedMs).toBe(400)
  for (let round = 0; round < 40; round++) {
    await pass(700)
    const { waitedMs, ageMs } = await ask(answers, make)
    expect(waitedMs).toBe(0)
    expect(ageMs).toBeLessThanOrEqual(3_000)
  }
})

test('once nobody looks any more, nothing is made, and the next one waits for a new one', async () => {
  const answers = new RecentAnswers()
  const { begun, make } = answerTaking(400)
  await ask(answers, make)
  await pass(60_000)
  const made = begun.length
  expect(made).toBeLessThan(10)
  await pass(60_000)
  expect(begun.length).toBe(made)
  expect((await ask(answers, make)).waitedMs).toBe(400)
})

test('what is made at once is made for everybody who asks a little later', async () => {
  const answers = new RecentAnswers()
  const { begun, make } = answerTaking(3)
  await ask(answers, make)
  await pass(100)
  expect((await ask(answers, make)).ageMs).toBeLessThan(50)
  expect(begun.length).toBe(2)
})

test('a failure is told to who asks, and the next one is asked for anew', async () => {
  const answers = new RecentAnswers()
  let isBroken = true
  const make = async () => {
    if (isBroken) throw new Error('no database')
    return 7
  }
  await expect(answers.answer('key', make)).rejects.toThrow('no database')
  isBroken = false
  expect(await answers.answer('key', make)).toBe(7)
})
