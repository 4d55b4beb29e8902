/** Workers whose NATS comes back before its JetStream does, as when a cluster still chooses who leads. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBus, type Bus } from '../../src/bus/bus.ts'
import { eventStreamOf } from '../../src/bus/subjects.ts'
import { createLog } from '../../src/shared/log.ts'
import { type ConfiguredNats, startConfiguredNats } from '../../test/support/configured-nats.ts'
import { until } from '../support/until.ts'
import { anId, createDelivery } from '../../test/turns/messages.ts'

const withJetStream = 'jetstream { max_memory_store: 256MB, max_file_store: 1MB }\n'

let nats: ConfiguredNats
let bus: Bus
let logged = ''
const taken: string[] = []

beforeAll(async () => {
  nats = await startConfiguredNats(withJetStream)
  const log = createLog('info', { write: (line: string) => void (logged += line) })
  bus = await connectBus(nats.url, log)
  bus.consumeEvents(async (messages) => void taken.push(...messages.map(({ id }) => id)))
})
afterAll(async () => {
  await bus?.close()
  await nats?.stop()
})

function restartWith(settings: string): void {
  writeFileSync(join(nats.directory, 'test.conf'), settings)
  process.kill(nats.pid, 'SIGTERM')
}

async function hasStream(): Promise<boolean> {
  const manager = await bus.connection.jetstreamManager({ timeout: 500 })
  return Boolean(await manager.streams.info(eventStreamOf(null)))
}
const untilStream = () => until('the stream is there', () => hasStream().catch(() => false))

async function untilTaken(): Promise<void> {
  const message = createDelivery(anId())
  await bus.publish([message])
  await until('it is taken', async () => taken.includes(message.id))
}

test('a worker whose NATS is back before its JetStream asks for the stream until it is there', async () => {
  await untilStream()
  await untilTaken()
  restartWith('')
  await until('it is asked for', async () => logged.includes('the event stream is gone'))
  restartWith(withJetStream)
  await untilStream()
  await untilTaken()
  expect(logged).not.toContain('JetStream refused events')
})
