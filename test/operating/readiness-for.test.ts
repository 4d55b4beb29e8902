/** Whether reads are served is another question than whether commands are: proxies ask the one, and people the other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { Bus, connectBus } from '../../src/bus/bus.ts'
import { startGuardedNats } from '../../src/embedded/nats.ts'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { createReadiness } from '../../src/operating/readiness.ts'
import { readinessOfCells } from '../../src/operating/ready-of-cells.ts'
import { answerReady } from '../../src/operating/ready-answers.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Role } from '../../src/shared/nats-settings.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import type { Database } from '../../src/store/database.ts'
import { requireMasterKey } from '../../src/store/master-key-id.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { directory } from '../dashboard/world.ts'
import { freshDatabase } from '../support/database.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const log = createLog('silent')
const secrets = new Secrets(randomBytes(32))
let database: Database
let nats: Awaited<ReturnType<typeof startGuardedNats>>
let bus: Bus
let presence: Presence

beforeAll(async () => {
  database = await freshDatabase()
  nats = await startGuardedNats({ storeDirectory: newDirectory('nats') })
  bus = await connectBus({ url: nats.urls.http, role: 'http' }, log)
  const merchant = { database, secrets, clock: new Clock(), directory }
  await requireMasterKey({ ...merchant, log })
  await createMerchant(merchant, 'A shop')
  presence = await startPresence({ database, clock: new Clock(), log }, { beatMs: 1_000 })
})
afterAll(async () => {
  await presence.stop()
  await bus.connection.close()
  await nats.stop()
  await database.close()
})

type Parts = { buses?: Bus[]; key?: Secrets }

/** Asks a new process, which has no answer of a second ago. */
async function ask(query: string, { buses = [bus], key = secrets }: Parts = {}) {
  const parts = { database, buses, directory, secrets: key, log, presence }
  const { status, body } = await answerReady(createReadiness(parts), new URLSearchParams(query))
  return { status, body: JSON.parse(body) }
}

const runs = (...roles: Role[]) => presence.announce(roles)

test('without a worker reads are served and commands are not, and the role that is away is named with what to do', async () => {
  await runs('http', 'relays', 'watcher')
  const refused = { status: 503, body: { missing: ['worker'] } }
  expect(await ask('')).toMatchObject(refused)
  expect(await ask('for=commands')).toMatchObject(refused)
  const { status, body } = await ask('for=reads')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: 'degraded', absentRoles: ['worker'] },
  })
  expect(body.advice.join(' ')).toContain('No process with the role worker is there: start one')
})

test('where NATS refuses what a role has to say, commands are not served and reads are, and the refusal is named', async () => {
  await runs('http', 'worker', 'relays', 'watcher')
  expect((await ask('for=commands')).status).toBe(200)
  const { connection } = await connectBus(nats.urls.worker, log)
  const wrong = new Bus(connection, log, { role: 'http' })
  const { status, body } = await ask('', { buses: [wrong] })
  expect({ status, body }).toMatchObject({ status: 503, body: { missing: ['bus'] } })
  expect(body.advice).toEqual([expect.stringMatching(/^NATS refuses to .*nats\.conf/)])
  expect((await ask('for=reads', { buses: [wrong] })).status).toBe(200)
  await connection.close()
  expect((await ask('for=commands', { buses: [wrong] })).body.missing).toEqual(['bus'])
  expect((await ask('for=reads', { buses: [wrong] })).status).toBe(200)
})

test('neither is served under another master key', async () => {
  const key = new Secrets(randomBytes(32))
  for (const what of ['reads', 'commands'])
    expect(await ask(`for=${what}`, { key })).toMatchObject({
      status: 503,
      body: { missing: ['masterKey'], message: expect.stringContaining('Cannot') },
    })
})

test.each([
  ['for=everything', 'for must be reads or commands'],
  ['for=', 'for must be reads or commands'],
  ['fro=reads', 'fro is not a parameter of this call, which takes for'],
  ['for=reads&for=commands', 'for comes more than once'],
  ['for=reads&verbose', 'verbose is not a parameter of this call, which takes for'],
])(
  'what nobody serves, and a parameter that there is not, is refused as the API does: %s',
  async (query, message) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { status: 400, code: 'BadRequest', message, fields: [{}] },
    })
  },
)

test('of several cells that all lack something, one that answers reads is enough for reads', async () => {
  await runs('http', 'relays', 'watcher')
  const parts = { database, buses: [bus], directory, log, presence }
  const cells = [
    {
      database: { schema: 'one' },
      readiness: createReadiness({ ...parts, secrets: new Secrets(randomBytes(32)) }),
    },
    { database: { schema: 'two' }, readiness: createReadiness({ ...parts, secrets }) },
  ]
  const askCells = async (query: string) => {
    const { status, body } = await answerReady(readinessOfCells(cells), new URLSearchParams(query))
    return { status, body: JSON.parse(body) }
  }
  const reads = await askCells('for=reads')
  expect(reads).toMatchObject({ status: 200, body: { status: 'degraded' } })
  expect(reads.body.advice).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^one: MASTER_KEY is not the key/),
      expect.stringMatching(/^two: No process with the role worker/),
    ]),
  )
  expect(await askCells('for=commands')).toMatchObject({ status: 503 })
})
