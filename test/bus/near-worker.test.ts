/** What a reply is waited for goes to a worker of the same process without NATS, and over NATS to any other: decision 0162. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bus, connectBus } from '../../src/bus/bus.ts'
import { type NearWorker, noneNear } from '../../src/bus/commands.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Message } from '../../src/shared/message.ts'
import { renamePlan } from '../turns/messages.ts'
import { shareNats, type TestBus } from '../support/nats.ts'

const log = createLog('silent')
const answeredMsMax = 5_000

let nats: TestBus
let near: NearWorker
let buses: { http: Bus; worker: Bus; elsewhere: Bus }
beforeAll(async () => {
  nats = shareNats()
})
beforeEach(async () => {
  near = noneNear()
  buses = {
    http: await connectBus(nats, log, near),
    worker: await connectBus(nats, log, near),
    elsewhere: await connectBus(nats, log),
  }
  return async () => {
    await Promise.all(Object.values(buses).map((bus) => bus.close()))
  }
})
afterAll(() => nats.stop())

const messageOf = (id: string) => ({ ...renamePlan('plan', 'renamed'), id })
const askFor = (bus: Bus, id: string) => bus.request(messageOf(id), answeredMsMax)
const answerAs = (outcome: string) => async (messages: Message[]) =>
  messages.map(({ id }) => JSON.stringify({ outcome, id }))

test('a command is answered by the worker of its process, also while NATS hands none on', async () => {
  const serving = buses.worker.serveCommands(answerAs('near'))
  await buses.worker.connection.close()
  const asked = ['one', 'two'].map((id) => askFor(buses.http, id))
  expect(await Promise.all(asked)).toEqual([
    { outcome: 'near', id: 'one' },
    { outcome: 'near', id: 'two' },
  ])
  await serving.stop().catch(() => undefined)
})

test('an event whose outcome is waited for goes there, too', async () => {
  const serving = buses.worker.serveEvents(answerAs('near'))
  await buses.worker.connection.close()
  const told = buses.http.requestEvent(messageOf('told'), answeredMsMax)
  expect(await told).toEqual({ outcome: 'near', id: 'told' })
  await serving.stop().catch(() => undefined)
})

test('a worker that has stopped is asked no more, but one elsewhere', async () => {
  const serving = buses.worker.serveCommands(answerAs('near'))
  buses.elsewhere.serveCommands(answerAs('elsewhere'))
  await buses.elsewhere.connection.flush()
  await serving.stop()
  expect(await askFor(buses.http, 'late')).toEqual({ outcome: 'elsewhere', id: 'late' })
})

test('what the worker of its process leaves to a newer release goes to one elsewhere', async () => {
  const forNewer = JSON.stringify({ outcome: 'failed', message: '', isForNewerRelease: true })
  buses.worker.serveCommands(async (messages) => messages.map(() => forNewer))
  buses.elsewhere.serveCommands(answerAs('newer'))
  await Promise.all([buses.worker, buses.elsewhere].map((bus) => bus.connection.flush()))
  expect(await askFor(buses.http, 'upgraded')).toEqual({ outcome: 'newer', id: 'upgraded' })
})

test('a worker of its process that does not answer in time is as one elsewhere', async () => {
  buses.worker.serveCommands(() => new Promise(() => undefined))
  const asking = buses.http.request(messageOf('slow'), 1)
  await expect(asking).rejects.toThrow('no worker answered in time')
})
