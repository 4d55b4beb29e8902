/** Timers fire once, when they are due; a message that comes too early, too late or twice does nothing. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { startWorker } from '../../src/actors/worker.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { Clock } from '../../src/shared/clock.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import { saveTestOffset, setClock } from '../../src/store/clock-follower.ts'
import { claimDueTimers } from '../../src/store/engine/timers.ts'
import { readActors, readJournal } from '../support/laws.ts'
import {
  aHash,
  anAddress,
  anId,
  command,
  createDelivery,
  createPayment,
  createSubscription,
  failDelivery,
  fundsSeen,
  told,
} from './messages.ts'
import type { Parts } from './parts.ts'
import { createWorld, expectLaws, type World } from './world.ts'

/** The wait of a delivery that failed once, more or less by a fifth. */
const retryMs = 5_000
const resendMs = 5_000
const nothingRead = { chains: [], isWaitNew: false }
let world: World
let rooms: Parts[]
let engine: TurnEngine

beforeAll(async () => {
  world = await createWorld()
  rooms = [world.parts, await world.openParts()]
  engine = new TurnEngine(world.parts)
})
afterEach(() => expectLaws(world.parts))
afterAll(() => world.close())

const take = async (message: Message) => JSON.parse(await engine.take(message, true)) as Reply

/** Makes a delivery that waits for its next attempt. */
async function waitingDelivery(jitter = 0): Promise<string> {
  const id = anId()
  await take(createDelivery(id))
  await fail(id, jitter)
  return id
}

const fail = (id: string, jitter = 0) => {
  const message = failDelivery(id)
  return take({ ...message, event: { ...message.event, jitter } })
}

/** Moves business time for all parts. */
async function moveTime(ms: number): Promise<void> {
  const { database, clock } = world.parts
  await saveTestOffset(database, clock.testOffsetMs + ms)
  for (const parts of rooms) await setClock(parts.database, parts.clock)
}

const journalOf = (id: string) => readJournal(world.parts.database, id)

async function timersOf(id: string) {
  const { rows } = await world.parts.database.pool.query<{
    timer_id: string
    armed_at_revision: number
  }>('select timer_id, armed_at_revision from timer where entity_id = $1', [id])
  return rows
}

test('the earliest timers are sent first, and those of one moment in the order of their names', async () => {
  const { database, clock } = world.parts
  const now = clock.now()
  const wanted = Array.from({ length: 400 }, (_, index) => ({
    name: `xstate.after.wait${(index * 7) % 2 === 0 ? 'B' : 'A'}`,
    minutesAgo: 1 + ((index * 31) % 100),
    owner: anId(),
  }))
  for (const { name, minutesAgo, owner } of wanted)
    await database.pool.query(
      `insert into timer (kind, entity_id, timer_id, due_at, armed_at_revision, merchant_id, network)
       values ('delivery', $1, $2, $3, 1, 'nobody', 'TestNet')`,
      [owner, name, new Date(now.getTime() - minutesAgo * 60_000).toISOString()],
    )
  const sent = await claimDueTimers(database, now, { limit: 1_000, resendMs, reading: nothingRead })
  await database.pool.query(`delete from timer where merchant_id = 'nobody'`)
  const placeOf = ({ minutesAgo, name }: (typeof wanted)[number]) =>
    `${String(1_000 - minutesAgo)} ${name}`
  const byOwner = new Map(wanted.map((one) => [one.owner, placeOf(one)]))
  const places = sent.map(({ entityId }) => byOwner.get(entityId)!)
  expect(places).toEqual(wanted.map(placeOf).toSorted())
})

test('the due ones of many timers fire once each, under two relays and workers (P4)', async () => {
  const jitters = Array.from({ length: 100 }, (_, index) => (index % 40) / 100 - 0.2)
  const ids = await Promise.all(jitters.map(waitingDelivery))
  const parts = rooms.flatMap((parts) => [startWorker(parts), startTimerRelay(parts)])

  await moveTime(retryMs * 0.9)
  const due = await dueNow()
  expect(due).not.toBe(0)
  expect(due).not.toBe(ids.length)
  // A worker whose clock is behind the relay's leaves a timer to be sent again.
  await world.pass(resendMs)
  expect(await countFired()).toBeGreaterThanOrEqual(due)
  await moveTime(retryMs)
  await world.pass(resendMs)
  expect(await countFired()).toBe(ids.length)
  for (const part of parts) await part.stop()

  // The laws check that none fired early; this checks that none fired twice or is left.
  for (const id of ids) expect(await journalOf(id)).toHaveLength(3)
  for (const id of ids) expect(await timersOf(id)).toEqual([])

  async function dueNow(): Promise<number> {
    const { rows } = await world.parts.database.pool.query<{ count: number }>(
      'select count(*)::int as count from timer where due_at <= $1',
      [world.parts.clock.now().toISOString()],
    )
    return rows[0]!.count
  }
  async function countFired(): Promise<number> {
    const fired = (await readJournal(world.parts.database)).filter(
      ({ entityId, revision }) => ids.includes(entityId) && revision === 3,
    )
    return fired.length
  }
})

test('a timer that comes before its moment does nothing, and at its moment it fires (P4)', async () => {
  const id = await waitingDelivery()
  await moveTime(retryMs)
  const timer = await claimTimer(id)
  const early = { ...world.parts, clock: clockBehind(2_000) }
  expect(await new TurnEngine(early).take(timer, true)).toContain('"ignored"')
  expect(await journalOf(id)).toHaveLength(2)
  expect(await take(timer)).toMatchObject({ outcome: 'applied', actor: { phase: 'Sending' } })
})

test('a worker whose clock is a little behind fires a timer at the moment of the timer (P15)', async () => {
  const id = await waitingDelivery()
  const [actor] = (await readActors(world.parts.database)).filter((one) => one.id === id)
  const dueAt = Object.values(actor!.snapshot.timers)[0]!.dueAt
  await moveTime(retryMs)
  const late = { ...world.parts, clock: clockAt(dueAt - 100) }
  await new TurnEngine(late).take(await claimTimer(id), true)
  expect(await journalOf(id)).toMatchObject([{}, {}, { at: dueAt }])
})

test('a timer that was armed anew makes the old message stale (P15)', async () => {
  const id = await waitingDelivery()
  await moveTime(retryMs)
  const old = await claimTimer(id)
  await take(command('delivery', id, { type: 'delivery.resend' }))
  expect(await timersOf(id)).toEqual([])
  expect(await take(old)).toMatchObject({ outcome: 'ignored' })
  await fail(id)
  expect(await timersOf(id)).toMatchObject([{ armed_at_revision: 4 }])
  await moveTime(retryMs)
  expect(await take(old)).toMatchObject({ outcome: 'ignored', actor: { revision: 4 } })
  expect(await take(await claimTimer(id))).toMatchObject({ outcome: 'applied' })
})

test('a timer whose message was lost is sent again', async () => {
  const id = await waitingDelivery()
  await moveTime(retryMs)
  // Claimed by a relay that dies before it sends it.
  await claimTimer(id)
  const parts = [startWorker(world.parts), startTimerRelay(world.parts)]
  await world.pass(resendMs)
  expect(await journalOf(id)).toHaveLength(3)
  for (const part of parts) await part.stop()
})

test('a timer that is due before the relay asks again is announced, and no later one', async () => {
  let announced = 0
  const stop = world.parts.bus.onWake('timer', () => announced++)
  const inMs = (ms: number) => new Date(world.parts.clock.now().getTime() + ms).toISOString()
  expect(await take(createPayment(anId(), inMs(dayMs)))).toMatchObject({ outcome: 'applied' })
  expect(await take(createPayment(anId(), inMs(100)))).toMatchObject({ outcome: 'applied' })
  await world.settle()
  expect(announced).toBe(1)
  stop()
  const parts = [startWorker(world.parts), startTimerRelay(world.parts)]
  await world.settle()
  for (const part of parts) await part.stop()
})

test('a timer that leaves its state as it is has fired, too, and is gone', async () => {
  const id = anAddress()
  for (const message of [createSubscription(id), fundsSeen(id), firstCharged(id)])
    await take(message)
  expect(await timersOf(id)).toHaveLength(2)
  await moveTime(25 * dayMs)
  const risk = await claimTimer(id)
  expect(await take(risk)).toMatchObject({ outcome: 'applied', actor: { phase: 'Current' } })
  expect(await timersOf(id)).toMatchObject([{ timer_id: expect.stringContaining('untilDue') }])

  const parts = [startWorker(world.parts), startActorRelay(world.parts)]
  await world.settle()
  for (const part of parts) await part.stop()
})

/** Reports that the first charge has landed, and the next is due in a month. */
const firstCharged = (contractAddress: string) => {
  const now = world.parts.clock.now()
  return told('subscription', contractAddress, {
    type: 'chain.charged',
    period: 1,
    nextChargeAt: new Date(now.getTime() + 30 * dayMs).toISOString(),
    chargedAt: now.toISOString(),
    allowance: '120000000',
    transactionHash: aHash(),
    position: 2,
  })
}

/**
 * Claims the due timer of a delivery as the relay does. The clock is set from the database again and
 * again, so the moment may still be some milliseconds away.
 */
async function claimTimer(id: string): Promise<Message> {
  const { database, clock } = world.parts
  return world.passUntil('the timer is due', async () => {
    const messages = await claimDueTimers(database, clock.now(), {
      limit: 100,
      resendMs: 0,
      reading: nothingRead,
    })
    return messages.find(({ entityId }) => entityId === id)!
  })
}

/** A clock that stands still, so that it counts for nothing how long a turn takes. */
const clockAt = (ms: number): Clock => Object.assign(new Clock(), { now: () => new Date(ms) })

const clockBehind = (ms: number) => clockAt(world.parts.clock.now().getTime() - ms)
