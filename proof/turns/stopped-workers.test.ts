/** A worker that is asked to stop finishes what it has taken, and takes no more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askWorker } from '../../test/support/ask.ts'
import { startWorker } from '../../src/actors/worker.ts'
import type { Message } from '../../src/shared/message.ts'
import { readJournal } from '../../test/support/laws.ts'
import { anId, createPlan } from '../../test/turns/messages.ts'
import { openGate } from './postgres-gate.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const timeoutMs = 2_000
let world: World

beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const ask = (message: Message) => askWorker(world.parts, message, timeoutMs)

test('a command to a stopping worker is done and answered, or not done', async () => {
  const parts = await world.openParts()
  const worker = startWorker(parts)
  await parts.bus.connection.flush()
  const asks = Array.from({ length: 500 }, () => ask(createPlan(anId())))
  const answers = Promise.allSettled(asks)
  await Promise.race(asks)
  await worker.stop()
  const done = await readJournal(world.parts.database)

  const answered = (await answers).filter(({ status }) => status === 'fulfilled')
  expect(answered).toHaveLength(done.length)
  expect(await readJournal(world.parts.database)).toHaveLength(done.length)
  await expectLaws(world.parts)
})

test('a worker has not stopped while its own commit is under way', async () => {
  const gate = world.until(await openGate(world.addresses.databaseUrl))
  const parts = await world.openParts({ databaseUrl: gate.url })
  const worker = startWorker(parts)
  await parts.bus.connection.flush()
  const held = gate.hold('request')
  const asking = ask(createPlan(anId()))
  await held.arrived

  let hasStopped = false
  const stopping = worker.stop().then(() => (hasStopped = true))
  // Many times as long as it takes to unsubscribe.
  for (let trip = 0; trip < 20; trip++) await parts.bus.connection.flush()
  expect(hasStopped).toBe(false)
  held.release()
  await stopping
  expect(await asking).toMatchObject({ outcome: 'applied' })
})

test('a worker stops that is stopped while it still opens the stream of events', async () => {
  const parts = await world.openParts()
  for (let trips = 0; trips < 8; trips++) {
    const worker = startWorker(parts)
    // Each trip to NATS brings it one step further.
    for (let trip = 0; trip < trips; trip++) await parts.bus.connection.flush()
    await worker.stop()
  }
})
