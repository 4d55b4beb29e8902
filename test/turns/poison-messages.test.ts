/** A message that no turn can take fails by itself: the good ones around it are not even late. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askWorker } from '../support/ask.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { startWorker } from '../../src/actors/worker.ts'
import { commandSubject, eventSubject } from '../../src/bus/subjects.ts'
import { leaseMs, startActorRelay } from '../../src/relays/actor.relay.ts'
import type { Message, Reply } from '../../src/shared/message.ts'
import { anomaliesTotal } from '../../src/shared/metrics/counted.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { retryEffect } from '../../src/store/engine/stuck-effects.ts'
import { enqueueMessages, leaseFactorMax } from '../../src/store/engine/outbox.ts'
import { listStuck } from '../../src/store/views/stuck.ts'
import {
  anAddress,
  anId,
  command,
  createCharge,
  createDelivery,
  createPlan,
  createSubscription,
  failDelivery,
  owner,
  renamePlan,
  told,
} from './messages.ts'
import { createWorld, expectLaws, type World } from './world.ts'

const timeoutMs = 60_000
const refusalsMax = 2
let world: World

beforeAll(async () => {
  world = await createWorld()
  world.until(startWorker(world.parts))
  world.until(startActorRelay(world.parts, { refusalsMax }))
})
afterAll(() => world.close())

const ask = (message: Message) => askWorker(world.parts, message, timeoutMs)
const goodPlans = () => Array.from({ length: 10 }, () => createPlan(anId()))

/** Returns the outcomes of messages that a new worker takes in one batch. */
async function takeTogether(messages: Message[]): Promise<string[]> {
  const engine = new TurnEngine(world.parts)
  const replies = await Promise.all(messages.map((message) => engine.take(message, true)))
  return replies.map((reply) => (JSON.parse(reply) as Reply).outcome)
}

test.for<[string, () => Promise<Message> | Message]>([
  ['does not parse', () => createPlanNamed(7)],
  ['holds text that Postgres does not store', () => createPlanNamed('half a\u0000name')],
  ['holds a number that Postgres does not store', () => createDeliveryWith({ sequence: 2 ** 40 })],
  ['has an id too long for an index', () => ({ ...createPlan(anId()), id: longText() })],
  ['charges a period a second time', secondCharge],
  ['comes to an actor of a newer release', () => toBrokenPlan('machine_version = 99')],
  ['comes to an actor in no state', () => toBrokenPlan(`snapshot = snapshot || '{"value":"?"}'`)],
  [
    'comes to an actor whose memory is not as its machine wants it',
    () => toBrokenPlan(`snapshot = jsonb_set(snapshot, '{context,stranger}', '1')`),
  ],
  ['is forged as an event of the machine itself', forged],
])('a command that %s fails alone', async ([, poison]) => {
  const [good, bad] = [goodPlans(), await poison()]
  // A worker that has read nothing yet reads, decides and writes all of them together.
  const outcomes = await takeTogether([...good.slice(5), bad, ...good.slice(0, 5)])
  expect(outcomes.splice(good.length - 5, 1)).toEqual(['failed'])
  expect(outcomes).toEqual(good.map(() => 'applied'))
})

test('a message that no turn can take is parked as an anomaly, and those that came with it are done', async () => {
  const { database, bus } = world.parts
  const good = await Promise.all(Array.from({ length: 20 }, () => createdDelivery()))
  const doubtful = await secondCharge()
  const poison = [
    { ...doubtful, cause: { type: 'chain', detail: 'charge.create' } } as const,
    told('delivery', good[0]!, { type: 'delivery.succeeded', httpStatus: 'fine' }),
    told('delivery', good[1]!, { type: 'xstate.done.actor.delivery' }),
    failDelivery(anId()),
  ]
  const messages = [...poison, ...good.map((id) => failDelivery(id))]
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, messages))
  await bus.publish(messages)
  await world.settle()
  expect(await readStatuses(good)).toEqual(good.map(() => 'Retrying'))

  const ids = poison.map(({ id }) => id).sort()
  await untilParked()
  expect(await parked()).toEqual(ids)
  const { rows } = await database.pool.query<{ reason: string }>(
    'select reason from anomaly where message_id = any($1) and resolved_at is null',
    [ids],
  )
  expect(rows.map(({ reason }) => reason)).toEqual(
    poison.map(() => expect.stringMatching(/^refused 2 times, the last time because: .{10}/)),
  )
  const { effects } = await listStuck(database, new Date())
  expect(effects.map(({ id, isParked }) => ({ id, isParked }))).toEqual(
    expect.arrayContaining(ids.map((id) => ({ id, isParked: true }))),
  )
  await database.pool.query('delete from outbox where id = any($1)', [ids])
})

/** Counts for this process. */
const countAnomalies = async (): Promise<number> =>
  (await anomaliesTotal.get()).values.find(({ labels }) => labels.what === 'unexpected')!.value

test('a parked message that an operator sends again is taken once a turn can, and its anomaly is resolved (P1)', async () => {
  const { database, bus } = world.parts
  const id = anId()
  const early = failDelivery(id)
  const countedBefore = await countAnomalies()
  await enqueueMessages(database.pool, [early], 0)
  await untilParked()
  expect(await parked()).toEqual([early.id])
  expect(await countAnomalies()).toBe(countedBefore + 1)
  const retry = async () => {
    expect(await retryEffect(database, early.id, world.parts.clock.now())).toBe('actor')
    bus.wake('actor')
  }
  await retry()
  expect(await parked()).toEqual([])
  // There is no such delivery yet: it is refused and parked once more.
  await untilParked()
  expect(await parked()).toEqual([early.id])
  await ask(createDelivery(id))
  await retry()
  await world.settle()
  expect(await readStatuses([id])).toEqual(['Retrying'])
  const { rows } = await database.pool.query(
    'select resolved_at from anomaly where message_id = $1',
    [early.id],
  )
  expect(rows).toEqual([{ resolved_at: expect.anything() }])
})

test('what somebody else says in the name of a message does not get it parked', async () => {
  const { database, bus } = world.parts
  const id = await createdDelivery()
  const message = failDelivery(id)
  await enqueueMessages(database.pool, [message], 60_000)
  const altered = { ...message, event: { ...message.event, durationMs: 'long' } }
  const ofAnother = { ...message, entityId: anId() }
  const engine = new TurnEngine(world.parts)
  for (const forged of [altered, ofAnother])
    await engine.take({ ...forged, isFromOutbox: true }, true)
  await engine.finish()
  const { rows } = await database.pool.query(
    'select refusals, last_error from outbox where id = $1',
    [message.id],
  )
  expect(rows).toEqual([{ refusals: 0, last_error: null }])
  await bus.publish([message])
  await world.settle()
  expect(await readStatuses([id])).toEqual(['Retrying'])
})

test.for([commandSubject(owner), eventSubject(owner)])(
  'bytes on %s that are no messages stop no worker',
  async (subject) => {
    const { connection } = world.parts.bus
    const id = await createdDelivery()
    const ofNoKind = JSON.stringify([{ ...createPlan(anId()), kind: 'journal' }])
    const noMessages = ['', 'not JSON', '{}', '[null]', '[{"id":"1"}]', ofNoKind]
    for (const bytes of noMessages) connection.publish(world.subject(subject), Buffer.from(bytes))
    const replies = Promise.all(goodPlans().map(ask))
    const fail = failDelivery(id)
    await enqueueMessages(world.parts.database.pool, [fail])
    await world.parts.bus.publish([fail])

    for (const { outcome } of await replies) expect(outcome).toBe('applied')
    await world.settle()
    expect(await readStatuses([id])).toEqual(['Retrying'])
    expect(await world.countCarried()).toBe(0)
  },
)

test('a message after a poison message to the same actor is not answered that there is no actor', async () => {
  const id = anId()
  await ask(createPlan(id))
  const unheard = command('plan', id, { type: 'plan.unheard' })
  expect(await takeTogether([unheard, renamePlan(id, 'After')])).toEqual(['failed', 'applied'])
})

test('a command to an actor whose row is locked waits by itself, and is done in the end (P10)', async () => {
  const held = await createdPlan()
  const holder = await world.parts.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from plan where id = $1 for update', [held])
  const engine = new TurnEngine(world.parts)
  const good = goodPlans()
  const replies = [renamePlan(held, 'Late'), ...good].map((message) => engine.take(message, true))
  // Postgres gives up on a lock after 2 s; the others do not wait for the next time.
  for (const reply of await Promise.all(replies.slice(1))) expect(reply).toContain('"applied"')
  await holder.query('rollback')
  holder.release()
  expect(await replies[0]).toContain('"applied"')
})

test('a merchant whose subscriptions are as large as can be stops no worker', async () => {
  const metadata = '\u0001'.repeat(4_096)
  const large = Array.from({ length: 100 }, () => {
    const message = createSubscription(anAddress())
    const input = { ...(message.event['input'] as object), metadata }
    return { ...message, event: { ...message.event, input } }
  })
  const replies = await Promise.all(large.map(ask))
  expect(replies.map(({ outcome }) => outcome)).toEqual(large.map(() => 'applied'))
  const cancels = large.map(({ entityId }) =>
    command('subscription', entityId, { type: 'subscription.cancel' }),
  )
  const answers = await Promise.all(cancels.map(ask))
  expect(answers.map(({ outcome }) => outcome)).toEqual(large.map(() => 'applied'))
})

test('the laws of the database hold after all poison messages', async () => {
  // The plans that were broken on purpose do not count.
  await world.parts.database.pool.query(
    `with gone as (
       delete from plan where machine_version = 99 or snapshot->>'value' = '?'
         or snapshot->'context'->'stranger' is not null returning id)
     delete from journal using gone where kind = 'plan' and entity_id = gone.id`,
  )
  await expectLaws(world.parts)
})

const longText = () => Array.from({ length: 400 }, anId).join('')

function createPlanNamed(name: unknown): Message {
  const message = createPlan(anId())
  const input = { ...(message.event['input'] as object), name }
  return { ...message, event: { ...message.event, input } }
}

function createDeliveryWith(fields: object): Message {
  const message = createDelivery(anId())
  const input = { ...(message.event['input'] as object), ...fields }
  return { ...message, event: { ...message.event, input } }
}

async function secondCharge(): Promise<Message> {
  const contractAddress = anAddress()
  await ask(createCharge(anId(), contractAddress, 1))
  return createCharge(anId(), contractAddress, 1)
}

async function createdDelivery(): Promise<string> {
  const id = anId()
  await ask(createDelivery(id))
  return id
}

async function createdPlan(): Promise<string> {
  const id = anId()
  await ask(createPlan(id))
  return id
}

async function forged(): Promise<Message> {
  return command('plan', await createdPlan(), { type: 'xstate.done.actor.0' })
}

/** Makes a command to a plan whose row was changed from outside. */
async function toBrokenPlan(change: string): Promise<Message> {
  const id = await createdPlan()
  const { pool } = world.parts.database
  await pool.query(`update plan set revision = revision + 1, ${change} where id = $1`, [id])
  return renamePlan(id, 'never')
}

/** The ids of messages that are parked. */
async function parked(): Promise<string[]> {
  const { effects } = await listStuck(world.parts.database, new Date())
  return effects.flatMap(({ id, isParked }) => (isParked ? [id] : [])).sort()
}

async function readStatuses(ids: string[]): Promise<string[]> {
  const { rows } = await world.parts.database.pool.query<{ status: string }>(
    'select status from delivery where id = any($1)',
    [ids],
  )
  return rows.map(({ status }) => status)
}

/** Has messages sent again and again, each time when they were left to the workers for long enough. */
async function untilParked(): Promise<void> {
  for (let sent = 0; sent <= refusalsMax; sent++) await world.pass(leaseFactorMax * leaseMs)
}
