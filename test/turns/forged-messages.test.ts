/** A sender on the bus cannot make messages count that it may not send. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../machines/durations.ts'
import type { Message, MessageEvent } from '../../src/shared/message.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { depositsSeen, deposited } from '../machines/cases/payment.ts'
import { askWorker } from '../support/ask.ts'
import { readActors, readJournal } from '../support/laws.ts'
import {
  anAddress,
  anId,
  command,
  createCharge,
  createDelivery,
  createPayment,
  createPlan,
  createSubscription,
  auditedCommand,
  failDelivery,
  owner,
  renamePlan,
  told,
} from './messages.ts'
import { startParts } from './parts.ts'
import { createWorld, expectLaws, type World } from './world.ts'

const timeoutMs = 60_000
const forgedKeptMax = 1_000
let world: World

beforeAll(async () => {
  world = await createWorld()
  world.until(startParts(world.parts))
})
beforeEach(async () => void (await world.parts.database.pool.query('delete from anomaly')))
afterEach(() => expectLaws(world.parts))
afterAll(() => world.close())

const ask = (message: Message) => askWorker(world.parts, message, timeoutMs)
const stranger = { merchantId: 'stranger', network: 'TestNet' } as const

/** The three ways by which a message comes to a worker. */
const ways: [string, (message: Message) => Promise<unknown>][] = [
  ['as a command', (message) => world.parts.bus.request(message, timeoutMs)],
  ['directly', (message) => world.parts.bus.requestEvent(message, timeoutMs)],
  ['by JetStream', (message) => world.parts.bus.publish([message])],
]

async function created(message: Message): Promise<string> {
  expect(await ask(message)).toMatchObject({ outcome: 'applied' })
  return message.entityId
}

/** Makes a subscription that does not end by itself during the test: it may be activated for a month. */
function newSubscription(): Message {
  const message = createSubscription(anAddress())
  const activateUntil = new Date(Date.now() + 30 * dayMs).toISOString()
  const input = { ...(message.event['input'] as object), activateUntil }
  return { ...message, event: { ...message.event, input } }
}

const actorOf = async (id: string) =>
  (await readActors(world.parts.database)).find((actor) => actor.id === id)

async function forgeries(entityId: string): Promise<string[]> {
  const { rows } = await world.parts.database.pool.query<{ reason: string }>(
    'select reason from anomaly where entity_id = $1 and is_forged',
    [entityId],
  )
  return rows.map(({ reason }) => reason)
}

/** Sends it by every way: the actor stays as it is, and the operator can see each attempt. */
async function expectRefused(id: string, forge: () => Message): Promise<void> {
  const before = await actorOf(id)
  const tried = (await forgeries(id)).length + 1
  for (const [index, [, send]] of ways.entries()) {
    await send(forge())
    await world.settle()
    expect(await forgeries(id)).toHaveLength(tried + index)
    expect(await actorOf(id)).toEqual(before)
  }
}

test('nobody writes into the audit log of another merchant, or as anybody where the system speaks', async () => {
  const { pool } = world.parts.database
  const entries = async (subject: string) =>
    (await pool.query('select from audit_entry where subject = $1', [subject])).rows.length
  const id = await created(createPlan(anId()))
  const rename = {
    ...renamePlan(id, 'Other'),
    deed: { ...auditedCommand('updatePlan', id), ...stranger },
  }
  expect(await world.parts.bus.request(rename, timeoutMs)).toMatchObject({ outcome: 'failed' })
  expect(await forgeries(id)).toEqual(['its entry of the audit log is of another merchant'])
  expect(await actorOf(id)).toMatchObject({ revision: 1 })

  const delivery = await created(createDelivery(anId()))
  const fail = { ...failDelivery(delivery), deed: auditedCommand('resendDelivery', delivery) }
  await runInOneCommit(pool, (client) => enqueueMessages(client, [fail]))
  expect(await world.parts.bus.requestEvent(fail, timeoutMs)).toMatchObject({ outcome: 'applied' })
  expect(await entries(id)).toBe(0)
  expect(await entries(delivery)).toBe(0)
})

describe('a message that only the system may send', () => {
  const paid = depositsSeen(1_000_000, { inTime: deposited(1_000) })
  const settlement = {
    transactionHash: `0x${'11'.repeat(32)}`,
    chargedAt: '2026-01-01T00:00:00.000Z',
  }

  test.for<[string, () => Message, MessageEvent]>([
    ['that a payment has come', () => createPayment(anId()), paid],
    [
      'that a subscription was cancelled on chain',
      newSubscription,
      { type: 'chain.cancelled', by: anAddress(), position: 1 },
    ],
    [
      'that a request was refused',
      newSubscription,
      { type: 'request.refused', operation: 'cancel', reason: 'no' },
    ],
    ['that a charge failed', newSubscription, { type: 'charge.failed', number: 1, reason: 'no' }],
    [
      'that a charge succeeded',
      () => createCharge(anId(), anAddress(), 1),
      { type: 'charge.confirm', ...settlement },
    ],
    [
      'that a webhook arrived',
      () => createDelivery(anId()),
      { type: 'delivery.succeeded', httpStatus: 200, durationMs: 1 },
    ],
  ])('%s: is refused from anybody else on the bus', async ([, create, event]) => {
    const message = create()
    const id = await created(message)
    await expectRefused(id, () => told(message.kind, id, event))
    // It counts as little in the form of a command.
    await expectRefused(id, () => command(message.kind, id, event))
  })

  test.each(['xstate.init', 'xstate.stop', 'xstate.done.state.delivery', '*', '__proto__'])(
    'of the type %s, which is not one of the machine, changes nothing (P21)',
    async (type) => {
      const id = await created(createDelivery(anId()))
      const before = await actorOf(id)
      for (const [, send] of ways) await send(told('delivery', id, { type }))
      await world.settle()
      expect(await forgeries(id)).toHaveLength(ways.length)
      expect(await actorOf(id)).toEqual(before)
    },
  )

  test('creates no charge and no delivery when somebody else sends it', async () => {
    for (const create of [() => createCharge(anId(), anAddress(), 1), () => createDelivery(anId())])
      for (const [, send] of ways) {
        const message = create()
        await send(message)
        await world.settle()
        expect(await forgeries(message.entityId)).toHaveLength(1)
        expect(await actorOf(message.entityId)).toBeUndefined()
      }
  })
})

describe('a timer', () => {
  const timer = 'xstate.after.untilNextAttempt.Waiting'

  test('that is not due is not fired by a message with its name', async () => {
    const id = await created(createDelivery(anId()))
    await ask(failDelivery(id))
    const before = await actorOf(id)
    expect(before!.snapshot.timers[timer]).toMatchObject({ armedAtRevision: 2 })
    const early = { ...told('delivery', id, { type: timer }), armedAtRevision: 2 }
    expect(await world.parts.bus.requestEvent(early, timeoutMs)).not.toMatchObject({
      outcome: 'applied',
    })
    await world.parts.bus.request(early, timeoutMs)
    expect(await actorOf(id)).toEqual(before)
    expect(await forgeries(id)).toEqual(
      expect.arrayContaining(['the timer is not due', `${timer} is not for people to say`]),
    )
  })

  test.each([1, 3, 99])(
    'is not fired by a message that names turn %i, which did not arm it',
    async (armedAtRevision) => {
      const id = await created(createDelivery(anId()))
      await ask(failDelivery(id))
      const before = await actorOf(id)
      await world.parts.bus.requestEvent(
        { ...told('delivery', id, { type: timer }), armedAtRevision },
        timeoutMs,
      )
      expect(await actorOf(id)).toEqual(before)
    },
  )
})

describe('an actor of another merchant, or of the other network', () => {
  test.each([stranger, { ...owner, network: 'MainNet' } as const])(
    'takes no command of %j, and is not shown (P21)',
    async (other) => {
      const id = await created(createPlan(anId()))
      const before = await actorOf(id)
      for (const message of [renamePlan(id, 'Mine'), createPlan(id)]) {
        const input = { ...(message.event['input'] as object), ...other }
        const event = message.event['input'] ? { ...message.event, input } : message.event
        const reply = await world.parts.bus.request({ ...message, ...other, event }, timeoutMs)
        expect(reply).toEqual({ outcome: 'notFound' })
      }
      expect(await actorOf(id)).toEqual(before)
      expect(await forgeries(id)).toHaveLength(2)
    },
  )

  test('is not created in the name of one owner for another', async () => {
    const plan = createPlan(anId())
    await world.parts.bus.request({ ...plan, ...stranger }, timeoutMs)
    expect(await actorOf(plan.entityId)).toBeUndefined()
    const another = anId()
    await world.parts.bus.request({ ...plan, id: `http/${anId()}`, entityId: another }, timeoutMs)
    expect(await actorOf(another)).toBeUndefined()
  })
})

test('a forged message does not stop the true one with the same id', async () => {
  const { database, bus } = world.parts
  const id = await created(createDelivery(anId()))
  const other = await created(createDelivery(anId()))
  const truth = failDelivery(id)
  await enqueueMessages(database.pool, [truth])
  for (const forged of [
    { ...truth, event: { type: 'delivery.succeeded', httpStatus: 200, durationMs: 1 } },
    { ...truth, entityId: other },
    { ...truth, ...stranger },
    { ...renamePlan(anId(), 'x'), id: truth.id },
  ])
    for (const [, send] of ways) await send(forged)
  await bus.publish([truth])
  await world.settle()
  expect((await readJournal(database, id)).map(({ event }) => event)).toEqual([
    expect.objectContaining({ type: 'delivery.create' }),
    truth.event,
  ])
  expect(await readJournal(database, other)).toHaveLength(1)
})

test('a flood of forged messages neither fills the table nor stops the commands (P21)', async () => {
  const { database, bus } = world.parts
  const id = await created(createPayment(anId()))
  await database.pool.query(
    `insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at, is_forged)
     select 'forged/' || n, 'payment', 'flood', 'm', 'TestNet', '{}', '', 'flood', now(), true
     from generate_series(1, ${forgedKeptMax}) n`,
  )
  const flood = Array.from({ length: 2_000 }, (_, order) =>
    told('payment', id, depositsSeen(order, { inTime: deposited(1_000) })),
  )
  const publishing = bus.publish(flood)
  expect(await ask(command('payment', id, { type: 'payment.cancel' }))).toMatchObject({
    outcome: 'applied',
  })
  await publishing
  await world.settle()
  expect(await world.countCarried()).toBe(0)
  const { rows } = await database.pool.query('select count(*)::int as count from anomaly')
  expect(rows[0]).toEqual({ count: forgedKeptMax })
  expect(await actorOf(id)).toMatchObject({ phase: 'Cancelled', revision: 2 })
})
