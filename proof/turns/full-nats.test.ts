/** JetStream has no room for the stream of events: they reach workers all the same, and it is said what to do. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus, type Bus, type Stop } from '../../src/bus/bus.ts'
import { eventStreamOf } from '../../src/bus/subjects.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { enqueueMessages } from '../../src/store/engine/outbox.ts'
import { type ConfiguredNats, startConfiguredNats } from '../../test/support/configured-nats.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { readJournal } from '../../test/support/laws.ts'
import { until } from '../support/until.ts'
import { anId, createDelivery, failDelivery } from '../../test/turns/messages.ts'

const limited = (memory: string) =>
  `jetstream { max_memory_store: ${memory}, max_file_store: 1MB }\n`

let nats: ConfiguredNats
let database: Awaited<ReturnType<typeof freshDatabase>>
let bus: Bus
let worker: Stop
let logged = ''

beforeAll(async () => {
  nats = await startConfiguredNats(limited('1MB'))
  database = await freshDatabase()
  const log = createLog('info', { write: (line: string) => void (logged += line) })
  bus = await connectBus(nats.url, log)
  worker = startWorker({ database, bus, clock: new Clock(), log })
})
afterAll(async () => {
  await worker?.stop()
  await bus?.close()
  await database?.close()
  await nats?.stop()
})

/** Sends what the outbox holds, without any sweeper behind it. */
async function send(message: ReturnType<typeof createDelivery>): Promise<void> {
  await enqueueMessages(database.pool, [message])
  await bus.publish([message])
}

const messagesOf = (id: string, count: number) =>
  until('they are taken', async () => (await readJournal(database, id)).length === count)

async function streamIsThere(): Promise<boolean> {
  const manager = await bus.connection.jetstreamManager({ timeout: 500 })
  return (await manager.streams.info(eventStreamOf(null))).config.num_replicas === 1
}

test('events are taken while JetStream has too little memory, and the log says what it needs', async () => {
  await until('it is told', async () => logged.includes('the event stream is gone'))
  expect(logged).toMatch(/insufficient .*"advice":"let JetStream have max_memory_store of 64 MB/)
  const id = anId()
  await send(createDelivery(id))
  await messagesOf(id, 1)
  await send(failDelivery(id))
  await messagesOf(id, 2)
  expect(logged).toContain('JetStream refused events: sending them to a worker directly')
})

test('once it has more, the stream carries them again by itself', async () => {
  writeFileSync(join(nats.directory, 'test.conf'), limited('256MB'))
  process.kill(nats.pid, 'SIGTERM')
  await until('the stream is there', () => streamIsThere().catch(() => false))
  const before = logged.length
  const id = anId()
  await send(createDelivery(id))
  await messagesOf(id, 1)
  expect(logged.slice(before)).not.toContain('JetStream refused events')
})
