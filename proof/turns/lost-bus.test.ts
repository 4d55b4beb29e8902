/** NATS is killed and its data deleted while actors work: nothing is lost, because Postgres has all of it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeJson } from '../../src/bus/codec.ts'
import { eventStreamOf, eventSubject } from '../../src/bus/subjects.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { askWorker } from '../../test/support/ask.ts'
import { startTestNats } from '../../test/support/nats.ts'
import { readJournal } from '../../test/support/laws.ts'
import { expectAllFinished, startLoad, untilCharged, untilCreated, untilFinished } from './load.ts'
import { anId, createDelivery, failDelivery, owner } from '../../test/turns/messages.ts'
import { type Parts, startParts } from '../../test/turns/parts.ts'
import { startWillingChain } from './willing-chain.ts'
import { untilQuiet } from './until-quiet.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const clients = 150
const timeoutMs = 5_000
const recoveryMs = 15_000
const testTimeoutMs = 60_000
let world: World
let rooms: Parts[]
let nats: Awaited<ReturnType<typeof startTestNats>>

beforeAll(async () => {
  nats = await startTestNats()
  world = await createWorld({ nats })
  rooms = [world.parts, await world.openParts()]
  for (const parts of rooms) world.until(startParts(parts))
  world.until(startWillingChain(rooms[1]!))
})
afterAll(() => world.close())

test.for<[string, () => Promise<void>]>([
  ['the folder of JetStream is deleted', deleteFolder],
  ['NATS is killed', killNats],
  ['NATS is killed and its folder deleted', () => deleteFolder().then(killNats)],
])(
  '%s under load: nothing is lost, and all is done within 15 s (P1, P11)',
  { timeout: testTimeoutMs },
  async ([, harm]) => {
    const load = startLoad(world.parts, clients)
    await untilCreated(load, 1 / 4)
    await harm()
    await untilCharged(world.parts, load, 1 / 2)
    await harm()
    await load.done
    await untilFinished(world.parts, load, recoveryMs)
    await untilQuiet(world.parts, recoveryMs)
    await expectAllFinished(world.parts, load)
    await expectLaws(world.parts)
    await expect.poll(isCarrying, { timeout: recoveryMs }).toBe(true)
  },
)

test('while JetStream is away, an event reaches a worker at once (P11)', async () => {
  const id = anId()
  await askWorker(world.parts, createDelivery(id), timeoutMs)
  const manager = await world.parts.bus.connection.jetstreamManager()
  await manager.streams.delete(eventStreamOf(null))
  // The actor relay would send it again, but two seconds later.
  const fail = failDelivery(id)
  await enqueueMessages(world.parts.database.pool, [fail])
  await world.parts.bus.publish([fail])
  await expect.poll(() => readJournal(world.parts.database, id)).toHaveLength(2)
  await expect.poll(isCarrying, { timeout: recoveryMs }).toBe(true)
})

/** Whether the stream takes messages, and a worker takes them from there. */
async function isCarrying(): Promise<boolean> {
  const { connection } = world.parts.bus
  try {
    await connection.jetstream({ timeout: 500 }).publish(eventSubject(owner), encodeJson([]))
    const manager = await connection.jetstreamManager()
    return (await manager.streams.info(eventStreamOf(null))).state.messages === 0
  } catch {
    return false
  }
}

async function deleteFolder(): Promise<void> {
  rmSync(join(nats.storeDirectory, 'store'), { recursive: true, force: true })
}

/** Kills NATS; its supervisor starts it again. */
async function killNats(): Promise<void> {
  const pid = await nats.readPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => nats.readPid()).not.toBe(pid)
}
