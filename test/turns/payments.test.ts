/** The events and requests of a payment, in whatever order and however often reports of deposits come. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import { saveTestOffset, setClock } from '../../src/store/clock-follower.ts'
import { claimDueTimers } from '../../src/store/engine/timers.ts'
import { deposited, depositsSeen, refundOf, type Sums } from '../machines/cases/payment.ts'
import { anId, command, createPayment, told } from './messages.ts'
import { createWorld, expectLaws, type World } from './world.ts'

let world: World
let engines: TurnEngine[]

beforeAll(async () => {
  world = await createWorld()
  engines = [new TurnEngine(world.parts), new TurnEngine(await world.openParts())]
})
afterEach(() => expectLaws(world.parts))
afterAll(() => world.close())

const take = async (message: Message, engine = engines[0]!) =>
  JSON.parse(await engine.take(message, true)) as Reply

const seen = (id: string, order: number, sums: Sums) =>
  told('payment', id, depositsSeen(order, sums))
const paidInFull = { inTime: deposited(1000) }

async function newPayment(expiresAt?: string): Promise<string> {
  const id = anId()
  await take(createPayment(id, expiresAt))
  return id
}

type Asked = { channel: string; name: string; payload: Record<string, unknown> }

/** Reads the outbox rows of a payment's turns in one channel, in order. */
async function askedBy(id: string, channel: string): Promise<Asked[]> {
  const { rows } = await world.parts.database.pool.query<Asked>(
    `select channel, name, payload from outbox where channel = $2 and id like 'payment/' || $1 || '/%'
     order by split_part(id, '/', 3)::int, split_part(id, '/', 4)::int`,
    [id, channel],
  )
  return rows
}

/** Reads type, status before and after, and sequence of the payment's merchant events. */
async function toldOf(id: string) {
  return (await askedBy(id, 'event')).map(({ name, payload }) => {
    const { previousStatus, resource, sequence } = payload
    return [sequence, name, previousStatus, (resource as { status: string }).status]
  })
}

test('every change of a payment is one merchant event, with the status before it and the next sequence', async () => {
  const id = await newPayment()
  const messages = [
    seen(id, 1, { inTime: deposited(0, 400) }),
    seen(id, 2, { inTime: deposited(400) }),
    seen(id, 3, { inTime: deposited(400) }),
    seen(id, 4, { inTime: deposited(1500) }),
    command('payment', id, refundOf('500')),
    seen(id, 5, { inTime: deposited(1500), swept: '1500' }),
    seen(id, 6, {}),
  ]
  // Each comes twice, because it may.
  for (const message of messages.flatMap((one) => [one, one])) await take(message)
  expect(await toldOf(id)).toEqual([
    [1, 'PaymentCreated', null, 'Created'],
    [2, 'PaymentStatusChanged', 'Created', 'InProgress'],
    [3, 'PaymentFundsChanged', 'InProgress', 'InProgress'],
    [4, 'PaymentStatusChanged', 'InProgress', 'Succeeded'],
    [5, 'PaymentFundsChanged', 'Succeeded', 'Succeeded'],
    [6, 'PaymentFundsChanged', 'Succeeded', 'Succeeded'],
    [7, 'PaymentStatusChanged', 'Succeeded', 'Created'],
  ])
})

test('the first report of deposits may hold the whole amount', async () => {
  const id = await newPayment()
  await take(seen(id, 1, paidInFull))
  expect(await toldOf(id)).toEqual([
    [1, 'PaymentCreated', null, 'Created'],
    [2, 'PaymentStatusChanged', 'Created', 'Succeeded'],
  ])
  const [sweep, ...others] = await askedBy(id, 'chain')
  expect(sweep).toMatchObject({ name: 'requestSweep', payload: { paymentId: id } })
  expect(others).toEqual([])
})

test('reports of deposits that two workers take in any order leave the newest sums, and events without a hole (P14)', async () => {
  const id = await newPayment()
  const confirmed = [100, 1000, 0, 400, 1000, 200, 0, 1500, 700, 1000]
  const words = confirmed.map((sum, order) => seen(id, order, { inTime: deposited(sum) }))
  const mixed = [7, 2, 9, 0, 5, 3, 8, 1, 6, 4].map((order) => words[order]!)
  await Promise.all(mixed.map((word, index) => take(word, engines[index % 2])))
  const { actor } = (await take(seen(id, 0, {}))) as { actor: { phase: string } }
  expect(actor.phase).toBe('Exact')
  const sequences = (await toldOf(id)).map(([sequence]) => sequence)
  expect(sequences).toEqual(sequences.map((_, index) => index + 1))
})

test('money that is reported at the moment of the end counts, whichever comes first', async () => {
  const late = { inTime: deposited(0, 1000) }
  const ids = [await newPayment(), await newPayment()]
  await moveTime(2 * dayMs)
  const due = await claimDueTimers(world.parts.database, world.parts.clock.now(), {
    limit: 100,
    resendMs: 0,
    reading: { chains: [], isWaitNew: false },
  })
  const endOf = (id: string) => due.find(({ entityId }) => entityId === id)!

  await take(seen(ids[0]!, 1, late))
  expect(await take(endOf(ids[0]!))).toMatchObject({ outcome: 'ignored' })
  expect(await take(endOf(ids[1]!))).toMatchObject({ actor: { status: 'Expired' } })
  expect(await take(seen(ids[1]!, 1, late))).toMatchObject({ actor: { phase: 'Confirming' } })
  expect(await toldOf(ids[0]!)).toHaveLength(2)
  expect(await toldOf(ids[1]!)).toEqual([
    [1, 'PaymentCreated', null, 'Created'],
    [2, 'PaymentStatusChanged', 'Created', 'Expired'],
    [3, 'PaymentStatusChanged', 'Expired', 'InProgress'],
  ])
})

test('one of two simultaneous refunds of all that came is recorded', async () => {
  const id = await newPayment()
  await take(seen(id, 1, paidInFull))
  const refunds = engines.map((engine) => take(command('payment', id, refundOf('1000')), engine))
  const outcomes = (await Promise.all(refunds)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['applied', 'refused'])
})

async function moveTime(ms: number): Promise<void> {
  const { database, clock } = world.parts
  await saveTestOffset(database, clock.testOffsetMs + ms)
  await setClock(database, clock)
}
