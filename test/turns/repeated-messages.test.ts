/** A message that comes twice has its effect once, and gets the same answer, whichever way it comes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askWorker } from '../support/ask.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { encodeJson } from '../../src/bus/codec.ts'
import { eventSubject } from '../../src/bus/subjects.ts'
import { runInOneCommit } from '../../src/store/commit.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { sweepAfterMs } from '../../src/store/engine/turn-writes.ts'
import { readJournal } from '../support/laws.ts'
import type { Message } from '../../src/shared/message.ts'
import {
  anId,
  command,
  createDelivery,
  createPlan,
  failDelivery,
  renamePlan,
  told,
} from './messages.ts'
import { type Parts, startParts } from './parts.ts'
import { createWorld, expectLaws, type World } from './world.ts'

const timeoutMs = 60_000
let world: World
let rooms: Parts[]

beforeAll(async () => {
  world = await createWorld()
  rooms = [world.parts, await world.openParts()]
  for (const parts of rooms) world.until(startParts(parts))
})
afterAll(() => world.close())

const ask = (message: ReturnType<typeof createPlan>) => askWorker(world.parts, message, timeoutMs)

test('a command that comes many times at once happens once, and is answered alike every time (P2)', async () => {
  const id = anId()
  await ask(createPlan(id))
  const rename = renamePlan(id, 'Once')
  const asks = Array.from({ length: 40 }, (_, index) =>
    rooms[index % 2]!.bus.request(rename, timeoutMs),
  )
  const replies = await Promise.all(asks)

  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  expect(await readJournal(world.parts.database, id)).toHaveLength(2)
  await expectLaws(world.parts)
})

test.for([
  ['a creation', (id: string) => createPlan(id)],
  ['a change', (id: string) => renamePlan(id, 'Once')],
  ['an activation', (id: string) => command('plan', id, { type: 'plan.activate' })],
] as const)(
  '%s that is sent again later is answered as before, and changes nothing (P14)',
  async ([, write]) => {
    const id = anId()
    const message = write(id)
    if (message.event.type !== 'plan.create') await ask(createPlan(id))
    const first = await ask(message)
    expect(first.outcome).toBe('applied')
    expect(await ask(message)).toEqual(first)

    await ask(command('plan', id, { type: 'plan.activate' }))
    await ask(command('plan', id, { type: 'plan.archive' }))
    expect(await ask(message)).toMatchObject({ outcome: 'applied', actor: { status: 'Archived' } })
    await expectLaws(world.parts)
  },
)

test('another creation of the same actor is answered that the actor exists', async () => {
  const id = anId()
  await ask(createPlan(id))
  expect(await ask(createPlan(id))).toMatchObject({ outcome: 'exists', actor: { revision: 1 } })
})

test('the turn that consumes a message takes it out of the outbox, in the same commit', async () => {
  const { database } = world.parts
  const id = anId()
  await ask(createDelivery(id))
  const fail = failDelivery(id)
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [fail]))
  await new TurnEngine(world.parts).take({ ...fail, isFromOutbox: true }, false)
  await expectLaws(world.parts)
})

test('a message that JetStream delivers again, and the actor relay too, has its effect once (P14)', async () => {
  const { database, bus } = world.parts
  const id = anId()
  await ask(createDelivery(id))
  const fail = failDelivery(id)
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [fail]))
  const carried = encodeJson([{ ...fail, isFromOutbox: true }])
  // Each publication is a delivery of its own; the stream does not recognize repeated ones.
  const publish = () =>
    bus.connection.jetstream().publish(world.subject(eventSubject(fail)), carried)
  await Promise.all(Array.from({ length: 10 }, publish))
  await world.settle()

  await world.settle()
  expect(await readJournal(database, id)).toHaveLength(2)
  await Promise.all(Array.from({ length: 10 }, publish))
  await world.settle()
  expect(await world.countCarried()).toBe(0)
  expect(await readJournal(database, id)).toHaveLength(2)
  await expectLaws(world.parts)
})

test('the actor relay sends a message that only the outbox holds, and not again once it is done', async () => {
  const { database } = world.parts
  const id = anId()
  await ask(createDelivery(id))
  const fail = failDelivery(id)
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [fail]))
  await world.pass(sweepAfterMs)
  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [fail]))

  expect(await readJournal(database, id)).toHaveLength(2)
  await expectLaws(world.parts)
})

test('a result of a try that stands in one row with the tries before it comes again, and counts once', async () => {
  const { database } = world.parts
  const engine = new TurnEngine(world.parts)
  const id = anId()
  await ask(createDelivery(id))
  const takeFromOutbox = async (message: Message) => {
    await runInOneCommit(database.pool, (client) => enqueueMessages(client, [message]))
    await engine.take({ ...message, isFromOutbox: true }, false)
  }
  await takeFromOutbox(failDelivery(id))
  await takeFromOutbox(told('delivery', id, { type: 'delivery.endpointAnswered' }))
  const again = failDelivery(id)
  await takeFromOutbox(again)
  // While it is sent again a failure would count, so only the journal can say that this one has.
  await ask(command('delivery', id, { type: 'delivery.resend' }))
  expect(await readJournal(database, id)).toHaveLength(5)

  await runInOneCommit(database.pool, (client) => enqueueMessages(client, [again]))
  const { rows } = await database.pool.query(
    `select (select count(*)::int from outbox where id = $2) as told,
       (select count(*)::int from journal where entity_id = $1) as rows`,
    [id, again.id],
  )
  // One for what was made, one for the three tries, one for the command.
  expect(rows).toEqual([{ told: 0, rows: 3 }])
  await engine.take({ ...again, isFromOutbox: true }, false)
  expect(await readJournal(database, id)).toHaveLength(5)
  const { rowCount } = await database.pool.query('select 1 from anomaly where entity_id = $1', [id])
  expect(rowCount).toBe(0)
  await expectLaws(world.parts)
})
