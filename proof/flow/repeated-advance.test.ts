/** A request that moves the test clock and is repeated, as after a broken connection, moves it once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import type { Json } from '../../examples/client/merchant.ts'
import { TestClock } from '../../src/relays/test-clock.ts'
import { advancePath, askToAdvance, linesOf, newActive } from '../../test/flow/clock-calls.ts'
import { type FlowWorld, startWorld } from '../../test/flow/world.ts'

let world: FlowWorld
beforeAll(async () => {
  world = await startWorld()
  await world.payer.earn(1_000)
})
afterAll(() => world?.stop())

/** The last line is the answer. */
async function repeat(body: Json, key: string): Promise<{ now: string; settled: boolean }> {
  const lines = await linesOf(await askToAdvance(world, body, { key }))
  return JSON.parse(lines.at(-1)!) as { now: string; settled: boolean }
}

/** Advances, and cuts the connection when the first step is reported. */
async function cutOffAfterFirstStep(body: Json, key: string): Promise<void> {
  const cutting = new AbortController()
  const response = await askToAdvance(world, body, { key, signal: cutting.signal })
  await response.body!.getReader().read()
  cutting.abort()
}

const moveMs = 62 * dayMs
/** At most so much time passes by itself meanwhile. */
const ownTimeMsMax = 60 * 60 * 1000
const clockNow = async () =>
  Date.parse((await world.merchant.get<{ now: string }>('/testing/clock')).now)

test('a repeat whose first caller was cut off on the way gets the outcome of its move', async () => {
  await newActive(world)
  const before = await clockNow()
  const body = { seconds: moveMs / 1000 }
  await cutOffAfterFirstStep(body, 'cut off')
  expect(await clockNow()).toBeLessThan(before + moveMs)
  const answers = await Promise.all([repeat(body, 'cut off'), repeat(body, 'cut off')])
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ settled: true })
  expect(Date.parse(answers[0]!.now)).toBeGreaterThanOrEqual(before + moveMs)
  expect(await clockNow()).toBeLessThan(before + moveMs + ownTimeMsMax)
  expect(await repeat(body, 'cut off')).toEqual(answers[0])
})

test('a repeat for the next charge goes to one, however many come at once', async () => {
  const contractAddress = await newActive(world)
  const next = (await world.merchant.read(contractAddress)).nextChargeAt
  const body = { until: new Date(Date.parse(next) - dayMs).toISOString() }
  await Promise.all([repeat(body, 'nearly there'), repeat(body, 'nearly there')])
  const answers = await Promise.all([1, 2, 3].map(() => repeat({ toNext: 'charge' }, 'the next')))
  expect(new Set(answers.map(({ now }) => now)).size).toBe(1)
  expect(await clockNow()).toBeLessThan(Date.parse(answers[0]!.now) + ownTimeMsMax)
})

test('a repeat of what another process began goes on to the same moment, or says that it cannot know it', async () => {
  const { service } = world.service
  const owner = { merchantId: 'nobody', network: 'TestNet' } as const
  const other = () =>
    new TestClock({ ...service, bus: service.buses.of('http'), chains: new Map() })
  const request = { id: randomUUID(), at: service.clock.now(), isRepeat: true }
  await world.merchant.post(advancePath, { seconds: 120 })
  const before = service.clock.now().getTime()
  await other().advance({ owner, seconds: 60 }, request)
  expect(service.clock.now().getTime() - before).toBeLessThan(30_000)
  await expect(other().advance({ owner, toNext: 'timer' }, request)).rejects.toThrow(
    'with a new Idempotency-Key',
  )
})
