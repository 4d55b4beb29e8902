import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecentAnswers } from '../../src/http/dashboard/numbers/recent-answers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** An answer that takes so long, and says when its making began. */
function answerTaking(tookMs: number) {
  const begun: number[] = []
  const make = async () => {
    const at = performance.now()
    begun.push(at)
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return at
  }
  return { begun, make }
}

/** Asks, lets the time pass that the answer needs, and returns it with how long it took. */
async function ask(answers: RecentAnswers, make: () => Promise<number>) {
  const askedAt = performance.now()
  const answer = answers.answer('key', make).then((at) => ({
    waitedMs: performance.now() - askedAt,
    ageMs: performance.now() - at,
  }))
  await vi.advanceTimersByTimeAsync(0)
  let isAnswered = false
  void answer.then(() => (isAnswered = true))
  for (let ms = 0; !isAnswered && ms < 10_000; ms += 10) await vi.advanceTimersByTimeAsync(10)
  return answer
}

test('while somebody looks on, nobody waits for a second answer, and none is older than three seconds', async () => {
  const answers = new RecentAnswers()
  const { make } = answerTaking(400)
  expect((await ask(answers, make)).waitedMs).toBe(400)
  for (let round = 0; round < 40; round++) {
    await vi.advanceTimersByTimeAsync(700)
    const { waitedMs, ageMs } = await ask(answers, make)
    expect(waitedMs).toBe(0)
    expect(ageMs).toBeLessThanOrEqual(3_000)
  }
})

test('once nobody looks any more, nothing is made, and the next one waits for a new one', async () => {
  const answers = new RecentAnswers()
  const { begun, make } = answerTaking(400)
  await ask(answers, make)
  await vi.advanceTimersByTimeAsync(60_000)
  const made = begun.length
  expect(made).toBeLessThan(10)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun.length).toBe(made)
  expect((await ask(answers, make)).waitedMs).toBe(400)
})

test('what is made at once is made for everybody who asks a little later', async () => {
  const answers = new RecentAnswers()
  const { begun, make } = answerTaking(3)
  await ask(answers, make)
  await vi.advanceTimersByTimeAsync(100)
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
