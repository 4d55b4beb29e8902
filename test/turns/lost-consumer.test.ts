/** A consumer that NATS has lost is opened again by the next step, also where time stands still: what waits is then taken. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../src/actors/worker.ts'
import { eventStreamOf, workerQueue } from '../../src/bus/subjects.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { readJournal } from '../support/laws.ts'
import { passUntil } from '../support/settle.ts'
import { anId, createDelivery } from './messages.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await world.holdTime()
  world.until(startWorker(world.parts))
  await world.settle()
})
afterAll(() => world.close())

test('what was published while there was no consumer is taken, though no time passes', async () => {
  const { bus, database } = world.parts
  const manager = await bus.connection.jetstreamManager()
  const stream = eventStreamOf(world.nats.prefix)
  await manager.consumers.delete(stream, workerQueue)
  const consumers = async () => (await manager.streams.info(stream)).state.consumer_count
  expect(await consumers()).toBe(0)
  const message = createDelivery(anId())
  await enqueueMessages(database.pool, [message])
  await bus.publish([message])
  expect(await world.countCarried()).toBe(1)
  const isTaken = async () => {
    await world.settle()
    return (await readJournal(database, message.entityId)).length === 1
  }
  await passUntil(world.parts, 'it is taken', isTaken, { byMs: 0 })
})
