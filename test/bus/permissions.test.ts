/** The permissions of each role's user on a NATS with the shipped configuration: what it may publish and subscribe to. */
import { setImmediate as nextTick } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bus, connectBus } from '../../src/bus/bus.ts'
import { listenTo } from '../../src/bus/listen.ts'
import { startGuardedNats } from '../../src/embedded/nats.ts'
import { createLog } from '../../src/shared/log.ts'
import { stepAll } from '../../src/shared/pulse.ts'
import type { Message } from '../../src/shared/message.ts'
import { type Role, roles } from '../../src/shared/nats-settings.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const timeoutMs = 60_000
let nats: Awaited<ReturnType<typeof startGuardedNats>>
const buses = new Map<Role, Bus>()
/** By role, what NATS has refused to it. */
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

/** Waits for NATS, which reports a refusal before it answers; the client passes that on in its next tick. */
async function awaitAnswers(connection: NatsConnection): Promise<void> {
  await connection.flush()
  await nextTick()
}

/** Resolves when what was published has reached those who listen: NATS has it first, and passes it on before it answers them. */
async function untilArrived(): Promise<void> {
  for (const { connection } of buses.values()) await connection.flush()
  for (const { connection } of buses.values()) await awaitAnswers(connection)
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

/** One subject of each type on the bus, with the roles that may publish on it. */
const publishers: [string, readonly Role[]][] = [
  ['command.TestNet.merchant', ['http']],
  ['chain.hint', ['http']],
  ['proof.leaving', ['http']],
  ['event.TestNet.merchant', ['worker', 'relays', 'watcher']],
  ['system.TestNet.merchant', ['worker', 'relays', 'watcher']],
  ['changed.payment.id', ['worker']],
  ['changed.owners.TestNet.merchant', ['worker', 'relays']],
  ['revoked.customer', ['http']],
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

/** Subjects and queues, with the roles that may subscribe; workers and the watcher only as part of their queue. */
const listeners: [string, string | null, readonly Role[]][] = [
  ['changed.payment.id', null, ['http']],
  ['changed.>', null, ['http']],
  ['revoked.customer', null, ['http']],
  ['wake.chain', null, ['relays']],
  ['wake.block', null, ['relays', 'watcher']],
  ['wake.poll.LocalTestNet', null, ['relays', 'watcher']],
  ['wake.timer', null, ['relays']],
  ['command.>', null, []],
  ['command.>', 'workers', ['worker']],
  ['system.>', 'workers', ['worker']],
  ['chain.hint', 'chain', ['watcher']],
  ['proof.leaving', 'proof', ['relays']],
  ['proof.leaving', null, []],
  ['event.>', null, []],
  ['event.>', 'workers', []],
  ...roles.map((role): [string, null, Role[]] => [`_INBOX_${role}.>`, null, [role]]),
  ['_INBOX.>', null, []],
  ['$JS.>', null, []],
  ['$SYS.>', null, []],
  ['>', null, []],
  ['*.*.*', null, []],
]

describe('the permissions of the roles on NATS', () => {
  test.for(publishers)('let only these publish on %s: %j (P21)', async ([subject, allowed]) => {
    for (const role of roles) {
      refused.get(role)!.length = 0
      const { connection } = busOf(role)
      connection.publish(subject, 'said')
      await awaitAnswers(connection)
      expect({ role, refused: refused.get(role) }).toEqual({
        role,
        refused: allowed.includes(role) ? [] : [`publish ${subject}`],
      })
    }
  })

  test.for(listeners)('let only these subscribe to %s in the queue %s: %j', async (listening) => {
    const [subject, queue, allowed] = listening
    for (const role of roles) {
      refused.get(role)!.length = 0
      const { connection } = busOf(role)
      const options = { ...(queue && { queue }), callback: () => undefined }
      const subscription = connection.subscribe(subject, options)
      await awaitAnswers(connection)
      subscription.unsubscribe()
      const isRefused = refused.get(role)!.length > 0
      expect({ role, isRefused }).toEqual({ role, isRefused: !allowed.includes(role) })
    }
  })
})

test('NATS with the shipped configuration refuses a connection without a user or with a wrong password', async () => {
  const { host } = new URL(nats.url)
  for (const url of [nats.url, `nats://http:wrong@${host}`, `nats://admin:p@${host}`])
    await expect(connectBus(url, createLog('silent'))).rejects.toThrow(
      'does not let the service in',
    )
})

test('a role that comes as the user of another one is refused when it connects, by what it may not do and by which user may (P26)', async () => {
  const log = createLog('silent')
  for (const role of roles)
    for (const user of roles) {
      const url = nats.urls[user]
      const connecting = connectBus({ url, role, prefix: null }, log)
      if (user === role) await (await connecting).connection.close()
      else
        await expect(connecting).rejects.toThrow(
          new RegExp(
            `as the user '${user}' refuses to (publish on|subscribe to) .*the role ${role} has to: give the role the user '${role}'`,
          ),
        )
    }
})

test('the roles exchange commands, events, wake-ups, changes and questions within their permissions', async () => {
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
    busOf('watcher').serveChain('hint', async () => ({ isAccepted: true })),
  ]
  await Promise.all([worker.connection.flush(), busOf('watcher').connection.flush()])
  await stepAll()
  expect(await busOf('http').request(message, timeoutMs)).toEqual({ outcome: 'notFound' })
  expect(await busOf('http').requestChain('hint', {}, timeoutMs)).toEqual({ isAccepted: true })
  expect(await busOf('relays').requestEvent(message, timeoutMs)).toEqual({ outcome: 'notFound' })
  for (const role of ['worker', 'relays', 'watcher'] as const)
    await busOf(role).publish([{ ...message, id: role }])
  await stepAll()
  expect(taken.toSorted()).toEqual(['relays', 'watcher', 'worker'])
  expect(direct).toEqual([message.id])

  const heard: string[] = []
  busOf('relays').onWake('chain', () => heard.push('woken'))
  busOf('http').onChanged('plan', 'plan', () => heard.push('changed'))
  await Promise.all([busOf('relays').connection.flush(), busOf('http').connection.flush()])
  busOf('http').wake('chain')
  worker.publishChange({ kind: 'plan', id: 'plan', revision: 1, status: 'Draft', phase: '' })
  await untilArrived()
  expect(heard.toSorted()).toEqual(['changed', 'woken'])
  for (const stop of stops) await stop.stop()
})

test('a request on the bus is answered in an inbox only, whatever reply subject it names', async () => {
  const answered: string[] = []
  const stops = [
    busOf('worker').serveCommands(async (messages) => {
      answered.push(...messages.map(({ id }) => id))
      return messages.map(() => '{"outcome":"notFound"}')
    }),
    busOf('watcher').serveChain('hint', async () => ({ isAccepted: true })),
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
  http.publish('chain.hint', Buffer.from('{}'), { reply: 'wake.timer' })
  // The same worker answers this later request, so whatever it published before has arrived.
  expect(await busOf('http').request(message, timeoutMs)).toEqual({ outcome: 'notFound' })
  expect(answered).toEqual([message.id, message.id])
  await untilArrived()
  expect(heard).toEqual([])
  listening.unsubscribe()
  for (const stop of stops) await stop.stop()
})

test('a refused subscription to a subject of the bus is logged', async () => {
  const logged = Promise.withResolvers<string>()
  const log = pino({ level: 'error' }, { write: logged.resolve })
  const { connection } = busOf('http')
  listenTo(connection, 'system.>', () => undefined, { log })
  const line = await logged.promise
  expect(line).toContain('a subscription to a subject of the bus failed')
  expect(line).toContain('system.>')
})
