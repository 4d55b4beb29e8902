/** A process reports on itself and on the others, on a real database and a real bus. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Bus, connectBus } from '../../src/bus/bus.ts'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { createReadiness, type ServiceStanding } from '../../src/operating/readiness.ts'
import { readRelease } from '../../src/operating/release.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Role } from '../../src/shared/nats-settings.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import type { Database } from '../../src/store/database.ts'
import { requireMasterKey } from '../../src/store/master-key-id.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { listProcesses, notePresence } from '../../src/store/operators/processes.ts'
import { until } from '../support/until.ts'
import { directory } from '../../test/dashboard/world.ts'
import { freshDatabase } from '../../test/support/database.ts'

const beatMs = 100
const secrets = new Secrets(randomBytes(32))

let database: Database & { url: string }
let bus: Bus
let presence: Presence
let logged: string
const log = pino({ level: 'info' }, { write: (line: string) => void (logged += line) })

beforeAll(async () => {
  database = await freshDatabase()
  bus = await connectBus(inject('natsUrl'), createLog('silent'))
  const merchant = { database, secrets, clock: new Clock(), directory }
  await requireMasterKey({ ...merchant, log: createLog('silent') })
  await createMerchant(merchant, 'A shop')
})
afterAll(async () => {
  await bus.close()
  await database.close()
})
beforeEach(async () => {
  logged = ''
  presence = await startPresence({ database, clock: new Clock(), log }, { beatMs })
})
afterEach(() => presence.stop())

/** Asks like a process that has this key. */
const readinessWith = (key = secrets) =>
  createReadiness({ database, buses: [bus], directory, secrets: key, log, presence })

/** Asks until the answer is one, which is known for a second. */
async function untilStanding(
  read: () => Promise<ServiceStanding>,
  what: (one: ServiceStanding) => boolean,
) {
  return until('the standing', async () => {
    const standing = await read()
    return what(standing) && standing
  })
}

const untilLogged = (line: string) =>
  until(`'${line}' is logged`, () => Promise.resolve(logged.includes(line)))

test('without a worker nobody is ready, and what to do is said; with one, roles that are away are named', async () => {
  const ready = readinessWith()
  expect(await ready()).toMatchObject({
    missing: ['worker'],
    advice: [expect.stringMatching(/^No process with the role worker is there: start one/)],
  })
  await presence.announce(['http', 'worker'])
  const standing = await untilStanding(ready, ({ missing }) => missing === null)
  expect(standing).toMatchObject({ absentRoles: ['relays', 'watcher'] })
  expect(standing.advice.join('\n')).toMatch(/role relays .* wait until one is/)
  expect(logged).toContain('not ready: commands cannot be taken')
  expect(logged).toContain('ready again')
})

test('a process that is silent counts as gone, and its row is removed after a while', async () => {
  const silent = { id: 'killed', release: '0.0.1+old', host: 'a host', pid: 7 }
  const roles: Role[] = ['worker']
  await notePresence(database.pool, silent, { roles, clockAheadMs: 0, staysMs: 2_000 })
  const ready = readinessWith()
  expect((await ready()).missing).toBeNull()
  expect((await untilStanding(ready, ({ missing }) => missing !== null)).missing).toEqual([
    'worker',
  ])
  expect(await listProcesses(database.pool)).toMatchObject([
    { isPresent: true, release: await readRelease(), pid: process.pid, roles: [] },
    { isPresent: false, ...silent, roles },
  ])
  await database.pool.query(
    `update process set present_until = now() - interval '11 minutes' where id = 'killed'`,
  )
  await until('its row is gone', async () => (await listProcesses(database.pool)).length === 1)
})

test('a database that stores nothing is told in the log and to who asks, and is well again by itself', async () => {
  await presence.announce(['http', 'worker', 'relays', 'watcher'])
  const ready = readinessWith()
  expect((await ready()).missing).toBeNull()
  await setReadOnly(true)
  try {
    // Sessions were ended: whoever asks at that moment may hear that the database is away, and nothing else.
    const standing = await untilStanding(
      ready,
      ({ missing }) => missing !== null && missing[0] !== 'database',
    )
    expect(standing.missing).toEqual(['writing'])
    expect(standing.advice[0]).toMatch(/disk is full, slow or read-only/)
    await untilLogged('cannot execute INSERT in a read-only transaction')
  } finally {
    await setReadOnly(false)
  }
  await untilStanding(ready, ({ missing }) => missing === null)
  await untilLogged('the database stores again')
})

/** Ends the sessions, too: they keep what they began with. Each when it does nothing, or what it does would fail for that. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
  const { rows } = await client.query<{ since: string }>('select now()::text as since')
  const asBefore = `from pg_stat_activity where datname = $1 and backend_start < $2::timestamptz`
  const values = [name, rows[0]!.since]
  await until('no session is as before', async () => {
    await client.query(`select pg_terminate_backend(pid) ${asBefore} and state = 'idle'`, values)
    return (await client.query(`select ${asBefore}`, values)).rowCount === 0
  })
  await client.end()
}

test('a process with another master key than that of the database is not ready', async () => {
  await presence.announce(['worker'])
  const standing = await readinessWith(new Secrets(randomBytes(32)))()
  expect(standing.missing).toEqual(['masterKey'])
  expect(standing.advice[0]).toMatch(/^MASTER_KEY is not the key of this database/)
})

test('a caller who asks again within a second costs the database nothing', async () => {
  await presence.announce(['worker'])
  let questions = 0
  const pool = new Proxy(database.pool, {
    get: (target, name) => {
      if (name === 'query') questions++
      return Reflect.get(target, name, target) as unknown
    },
  })
  const counted = { ...database, pool }
  const ready = createReadiness({ database: counted, buses: [bus], directory, secrets, log })
  await Promise.all(Array.from({ length: 50 }, ready))
  const first = questions
  expect(first).toBeGreaterThan(0)
  await ready()
  expect(questions).toBe(first)
})

test('a clock that is ten minutes off is told once, with what to do, and when it is right again', async () => {
  await presence.stop()
  const clock = new Clock()
  clock.setDatabaseTime(new Date(Date.now() - 600_000), 0)
  presence = await startPresence({ database, clock, log }, { beatMs })
  expect(logged).toMatch(/"aheadSeconds":600.*set it right/)
  expect((await listProcesses(database.pool))[0]!.clockAheadMs).toBeGreaterThan(599_000)
  clock.setDatabaseTime(new Date(), 0)
  await until('it is right again', async () => logged.includes('is right again'))
  expect(logged.match(/set it right/g)).toHaveLength(1)
})
