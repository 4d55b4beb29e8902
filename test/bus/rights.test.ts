/** What each role has to be allowed on NATS: the table of it is what nats.conf says, and every line of that is tried. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bus, connectBus } from '../../src/bus/bus.ts'
import { connectNats } from '../../src/bus/connection.ts'
import { type Line, subjectsOfRole } from '../../src/bus/role-subjects.ts'
import { createLog } from '../../src/shared/log.ts'
import { stepAll } from '../../src/shared/pulse.ts'
import { type Role, roles } from '../../src/shared/nats-settings.ts'
import { type ConfiguredNats, startConfiguredNats } from '../support/configured-nats.ts'

type Allowed = { publish: string[]; subscribe: string[]; mayAnswer: boolean }

const shipped = readFileSync(new URL('../../nats.conf', import.meta.url), 'utf8')
const log = createLog('silent')

/** Reads what nats.conf allows the user of a role. */
function readAllowed(role: Role, configuration = shipped): Allowed {
  const block = new RegExp(`user: ${role}\\n[^]*?\\n    }`).exec(configuration)![0]
  const listed = (what: string) =>
    [...new RegExp(`${what}: \\[([^\\]]*)\\]`).exec(block)![1]!.matchAll(/"([^"]+)"/g)].map(
      ([, line]) => line!,
    )
  return {
    publish: listed('publish'),
    subscribe: listed('subscribe'),
    mayAnswer: block.includes('allow_responses: true'),
  }
}

const lineOf = ({ line, queue }: Line) => (queue ? `${line} ${queue}` : line)

type Lacking = { role: Role; lacks: string; words: string; allowed: Allowed; user: string }

/** Each role without one line of nats.conf, for every line. */
const lacking: Lacking[] = roles.flatMap((role) => {
  const allowed = readAllowed(role)
  const without = (lines: string[], line: string) => lines.filter((one) => one !== line)
  const cases = [
    ...allowed.publish.map((line) => ({
      lacks: `publish ${line}`,
      words: `publish on ${line}`,
      allowed: { ...allowed, publish: without(allowed.publish, line) },
    })),
    ...allowed.subscribe.map((line) => ({
      lacks: `subscribe ${line}`,
      words: `subscribe to ${line.split(' ')[0]}`,
      allowed: { ...allowed, subscribe: without(allowed.subscribe, line) },
    })),
    ...(allowed.mayAnswer
      ? [{ lacks: 'answer', words: 'allow_responses', allowed: { ...allowed, mayAnswer: false } }]
      : []),
  ]
  return cases.map((one, index) => ({ role, ...one, user: `${role}_${index}` }))
})

const userOf = (user: string, { publish, subscribe, mayAnswer }: Allowed) => `{
  user: ${user}, password: secret
  permissions { publish: ${JSON.stringify(publish)}, subscribe: ${JSON.stringify(subscribe)}${mayAnswer ? ', allow_responses: true' : ''} }
}`

let nats: ConfiguredNats
const urlOf = (user: string) => `nats://${user}:secret@${nats.host}`

beforeAll(async () => {
  const users = [
    ...roles.map((role) => userOf(role, readAllowed(role))),
    ...lacking.map(({ user, allowed }) => userOf(user, allowed)),
  ]
  nats = await startConfiguredNats(
    `jetstream: enabled\nauthorization { users = [\n${users.join('\n')}\n] }`,
  )
})
afterAll(() => nats.stop())

/** What docs/operations/cells.md makes of nats.conf for a cell. */
const ofCell = shipped
  .replaceAll(/"(command|system|event|changed|wake|chain|proof|revoked)\./g, '"cell_b.$1.')
  .replaceAll('EVENTS', 'EVENTS_cell_b')

test.for(
  roles.flatMap((role) => [
    { role, prefix: null, configuration: shipped },
    { role, prefix: 'cell_b', configuration: ofCell },
  ]),
)('the table of what $role says and hears is what nats.conf allows, behind $prefix', (one) => {
  const { role, prefix, configuration } = one
  const { publishes, subscribes, asksItself } = subjectsOfRole(role, prefix)
  const told = {
    publish: publishes.map(lineOf).toSorted(),
    subscribe: subscribes.map(lineOf).toSorted(),
    mayAnswer: asksItself !== null,
  }
  const { publish, subscribe, mayAnswer } = readAllowed(role, configuration)
  expect(told).toEqual({
    publish: publish.toSorted(),
    subscribe: subscribe.toSorted(),
    mayAnswer,
  })
})

describe('a user that lacks one line of nats.conf is refused at the start, by that line (P26)', () => {
  test.for(lacking)('$role without: $lacks', async ({ role, user, words }) => {
    const error = await connectNats({ url: urlOf(user), role }).then(
      async (connection) => connection.close(),
      (refused: Error) => refused,
    )
    expect(error?.message).toContain(words)
    expect(error?.message).toContain(`which the role ${role} has to`)
  })
})

test('everything that a user lacks is named at once', async () => {
  await expect(connectNats({ url: urlOf('watcher'), role: 'http' })).rejects.toThrow(
    'refuses to publish on command.>, chain.>, proof.>, revoked.> and to subscribe to _INBOX_http.>, changed.>, revoked.>, which',
  )
})

test('what is tried at the start and later leaves nothing in the stream of events, and the consumer where it was', async () => {
  const worker = await connectBus({ url: urlOf('worker'), role: 'worker' }, log)
  const taken: number[] = []
  const consuming = worker.consumeEvents(async ({ length }) => void taken.push(length))
  const serving = worker.serveEvents(async (messages) => messages.map(() => '{}'))
  const manager = await worker.connection.jetstreamManager()
  await stepAll()
  for (const role of roles) {
    const bus = await connectBus({ url: urlOf(role), role }, log)
    expect(await bus.findRefusal()).toBe(null)
    await bus.connection.close()
  }
  const { state } = await manager.streams.info('EVENTS')
  expect({ taken, last: state.last_seq }).toEqual({ taken: [], last: 0 })
  const { num_ack_pending, delivered } = await manager.consumers.info('EVENTS', 'workers')
  expect({ num_ack_pending, delivered: delivered.stream_seq }).toEqual({
    num_ack_pending: 0,
    delivered: 0,
  })
  await consuming.stop()
  await serving.stop()
  await worker.connection.close()
})

test('what a role is refused while it works is told of as well, without the id that was in it', async () => {
  const { user } = lacking.find(({ lacks }) => lacks === 'subscribe changed.>')!
  const connection = await connectNats({ url: urlOf(user) })
  const bus = new Bus(connection, log, { role: 'http' })
  expect(await bus.findRefusal()).toBe(null)
  bus.onChanged('payment', 'pay_secret', () => undefined)
  expect(await bus.findRefusal()).toBe('subscribe to changed.>')
  expect(await bus.findRefusal()).toBe('subscribe to changed.>')
  await connection.close()
})
