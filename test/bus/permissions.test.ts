/** What each role's user may say and hear on a NATS with the shipped configuration, and what not. */
import { setImmediate as nextTick } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bus, connectBus } from '../../src/bus/bus.ts'
import { listenTo } from '../../src/bus/listen.ts'
import { eventStream } from '../../src/bus/subjects.ts'
import { startGuardedNats } from '../../src/embedded/nats.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Message } from '../../src/shared/message.ts'
import { type Role, roles } from '../../src/shared/nats-settings.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const timeoutMs = 5_000
let nats: Awaited<ReturnType<typeof startGuardedNats>>
const buses = new Map<Role, Bus>()
/** What NATS has refused to each role. */
const refused = new Map<Role, string[]>(roles.map((role) => [role, []]))

beforeAll(async () => {
  nats = await startGuardedNats({ storeDirectory: newDirectory('nats') })
  for (const role of roles) {
    const bus = await connectBus({ url: nats.urls[role], role }, createLog('silent'))
    buses.set(role, bus)
    void noteRefusals(bus.connection, refused.get(role)!)
  }
})
afterAll(async () => {
  for (const bus of buses.values()) await bus.connection.close()
  await nats.stop()
})

async function noteRefusals(connection: NatsConnection, into: string[]): Promise<void> {
  for await (const { type, permissionContext } of connection.status())
    if (type === 'error' && permissionContext)
      into.push(`${permissionContext.operation} ${permissionContext.subject}`)
}

/** What NATS refuses it says before it answers; the client passes it on in its next tick. */
async function hearAnswers(connection: NatsConnection): Promise<void> {
  await connection.flush()
  await nextTick()
}

const busOf = (role: Role) => buses.get(role)!
const message: Message = {
  id: 'http/1',
  kind: 'plan',
  entityId: 'plan',
  merchantId: 'merchant',
  network: 'TestNet',
  event: { type: 'plan.activate' },
  cause: { type: 'command', command: 'plan.activate', by: 'merchant' },
}

/** The subjects of the bus, one of each, and who may publish on them. */
const publishers: [string, readonly Role[]][] = [
  ['command.TestNet.merchant', ['http']],
  ['chain.look', ['http']],
  ['event.TestNet.merchant', ['worker', 'relays', 'watcher']],
  ['system.TestNet.merchant', ['worker', 'relays', 'watcher']],
  ['changed.payment.id', ['worker']],
  ['wake.chain', roles],
  ['$JS.API.STREAM.CREATE.EVENTS', ['worker']],
  ['$JS.API.STREAM.DELETE.EVENTS', ['worker']],
  ['$JS.API.STREAM.CREATE.OTHERS', []],
  ['$JS.API.STREAM.LIST', []],
  ['$JS.ACK.EVENTS.workers.1.1.1.1.1', ['worker']],
  ['_INBOX_http.x', []],
  ['_INBOX_worker.x', []],
  ['_INBOX.x', []],
  ['anything', []],
]

/** Who may hear what; workers and the watcher only as one of their queue. */
const listeners: [string, string | null, readonly Role[]][] = [
  ['changed.payment.id', null, ['http']],
  ['changed.>', null, ['http']],
  ['wake.chain', null, ['relays', 'watcher']],
  ['wake.look.LocalTestNet', null, ['relays', 'watcher']],
  ['wake.timer', null, ['relays']],
  ['command.>', null, []],
  ['command.>', 'workers', ['worker']],
  ['system.>', 'workers', ['worker']],
  ['chain.look', 'chain', ['watcher']],
  ['event.>', null, []],
  ['event.>', 'workers', []],
  ...roles.map((role): [string, null, Role[]] => [`_INBOX_${role}.>`, null, [role]]),
  ['_INBOX.>', null, []],
  ['$JS.>', null, []],
  ['$SYS.>', null, []],
  ['>', null, []],
  ['*.*.*', null, []],
]

describe('the user of each role', () => {
  test.for(publishers)('on %s only these may speak: %j', async ([subject, allowed]) => {
    for (const role of roles) {
      refused.get(role)!.length = 0
      const { connection } = busOf(role)
      connection.publish(subject, 'said')
      await hearAnswers(connection)
      expect({ role, refused: refused.get(role) }).toEqual({
        role,
        refused: allowed.includes(role) ? [] : [`publish ${subject}`],
      })
    }
  })

  test.for(listeners)('to %s in the queue %s only these may listen: %j', async (listening) => {
    const [subject, queue, allowed] = listening
    for (const role of roles) {
      refused.get(role)!.length = 0
      const { connection } = busOf(role)
      const options = { ...(queue && { queue }), callback: () => undefined }
      const subscription = connection.subscribe(subject, options)
      await hearAnswers(connection)
      subscription.unsubscribe()
      const isRefused = refused.get(role)!.length > 0
      expect({ role, isRefused }).toEqual({ role, isRefused: !allowed.includes(role) })
    }
  })
})

test('nobody comes in without a user, or under the name of another', async () => {
  const { host } = new URL(nats.url)
  for (const url of [nats.url, `nats://http:wrong@${host}`, `nats://admin:p@${host}`])
    await expect(connectBus(url, createLog('silent'))).rejects.toThrow(
      'does not let the service in',
    )
})

test('the roles find each other: commands, events, wake-ups, changes and questions', async () => {
  const worker = busOf('worker')
  const [taken, direct]: [string[], string[]] = [[], []]
  const answer = async (messages: Message[]) => messages.map(() => '{"outcome":"notFound"}')
  const stops = [
    worker.serveCommands(answer),
    worker.serveEvents((messages) => {
      direct.push(...messages.map(({ id }) => id))
      return answer(messages)
    }),
    worker.consumeEvents(async (messages) => void taken.push(...messages.map(({ id }) => id))),
    busOf('watcher').serveChain('look', async () => ({ isAccepted: true })),
  ]
  await Promise.all([worker.connection.flush(), busOf('watcher').connection.flush()])
  const isOpen = async () => (await streamOf(worker)) !== null
  await expect.poll(isOpen, { timeout: timeoutMs }).toBe(true)

  expect(await busOf('http').request(message, timeoutMs)).toEqual({ outcome: 'notFound' })
  expect(await busOf('http').requestChain('look', {}, timeoutMs)).toEqual({ isAccepted: true })
  expect(await busOf('relays').requestEvent(message, timeoutMs)).toEqual({ outcome: 'notFound' })
  for (const role of ['worker', 'relays', 'watcher'] as const)
    await busOf(role).publish([{ ...message, id: role }])
  await expect.poll(() => taken.toSorted()).toEqual(['relays', 'watcher', 'worker'])
  expect(direct).toEqual([message.id])

  const heard: string[] = []
  busOf('relays').onWake('chain', () => heard.push('woken'))
  busOf('http').onChanged('plan', 'plan', () => heard.push('changed'))
  await Promise.all([busOf('relays').connection.flush(), busOf('http').connection.flush()])
  busOf('http').wake('chain')
  worker.publishChange({ kind: 'plan', id: 'plan', revision: 1, status: 'Draft', phase: '' })
  await expect.poll(() => heard.toSorted()).toEqual(['changed', 'woken'])
  for (const stop of stops) await stop.stop()
})

async function streamOf({ connection }: Bus) {
  const manager = await connection.jetstreamManager()
  return manager.consumers.info(eventStream, 'workers').catch(() => null)
}

test('who asks has an answer in an inbox only, and never makes a worker speak elsewhere', async () => {
  const answered: string[] = []
  const stops = [
    busOf('worker').serveCommands(async (messages) => {
      answered.push(...messages.map(({ id }) => id))
      return messages.map(() => '{"outcome":"notFound"}')
    }),
    busOf('watcher').serveChain('look', async () => ({ isAccepted: true })),
  ]
  const heard: string[] = []
  const http = busOf('http').connection
  const listening = http.subscribe('changed.>', {
    callback: (_, { data }) => heard.push(Buffer.from(data).toString()),
  })
  await Promise.all(
    ['worker', 'watcher', 'http'].map((role) => busOf(role as Role).connection.flush()),
  )
  const bytes = Buffer.from(JSON.stringify([message]))
  http.publish('command.TestNet.merchant', bytes, { reply: 'changed.plan.plan' })
  http.publish('chain.look', Buffer.from('{}'), { reply: 'wake.timer' })
  await expect.poll(() => answered).toEqual([message.id])
  // Asked afterwards, and answered by the same worker: whatever it said before has come.
  expect(await busOf('http').request(message, timeoutMs)).toEqual({ outcome: 'notFound' })
  expect(heard).toEqual([])
  listening.unsubscribe()
  for (const stop of stops) await stop.stop()
})

test('what may not be listened to is said in the log', async () => {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = pino({ level: 'error' }, { write })
  const { connection } = busOf('http')
  listenTo(connection, 'system.>', () => undefined, { log })
  await hearAnswers(connection)
  await expect.poll(() => lines.join()).toContain('a subscription to a subject of the bus failed')
  expect(lines.join()).toContain('system.>')
})
