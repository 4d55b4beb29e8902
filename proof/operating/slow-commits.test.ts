/** Commits that take seconds: they wait for a synchronous standby that is not there, as they would for a slow disk. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bus, connectBus } from '../../src/bus/bus.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { createReadiness, type ServiceStanding } from '../../src/operating/readiness.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { requireMasterKey } from '../../src/store/master-key-id.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { until } from '../support/until.ts'
import { directory } from '../../test/dashboard/world.ts'

/** A service beats like this by itself: four that are missed make 10 s. */
const beatMs = 2_500
const untilToldMs = 8_000
const secrets = new Secrets(randomBytes(32))

let postgres: EmbeddedServer
let database: Database
let bus: Bus
let presence: Presence
let ready: () => Promise<ServiceStanding>
let logged = ''

beforeAll(async () => {
  postgres = await startPostgres({ ephemeral: true })
  database = await connectDatabase(postgres.url)
  await migrateDatabase(database)
  bus = await connectBus(inject('natsUrl'), createLog('silent'))
  const log = createLog('info', { write: (line: string) => void (logged += line) })
  const clock = new Clock()
  await requireMasterKey({ database, secrets, clock, log })
  presence = await startPresence({ database, clock, log }, { beatMs })
  ready = createReadiness({ database, buses: [bus], directory, secrets, log, presence })
})
afterAll(async () => {
  await presence?.stop()
  await bus?.close()
  await database?.close()
  await postgres?.stop()
})

/** PostgreSQL takes the setting from its file a moment after it was told to. */
async function waitForStandby(name: string): Promise<void> {
  await database.pool.query(`alter system set synchronous_standby_names = '${name}'`)
  await database.pool.query('select pg_reload_conf()')
}

const untilMissing = (missing: ServiceStanding['missing'], ms: number) =>
  until(
    `missing is ${JSON.stringify(missing)}`,
    async () => {
      const standing = await ready()
      return JSON.stringify(standing.missing) === JSON.stringify(missing) && standing
    },
    ms,
  )

test('where a commit takes longer than a command may, that is said before processes count as gone, and passes by itself', async () => {
  await presence.announce(['http', 'worker', 'relays', 'watcher'])
  await untilMissing(null, untilToldMs)
  await waitForStandby('a_standby_that_is_away')
  const { advice } = await untilMissing(['writing'], untilToldMs)
  expect(advice[0]).toMatch(/disk is full, slow or read-only/)
  await waitForStandby('')
  await untilMissing(null, untilToldMs)
  expect(logged).toMatch(/"tookMs":\d{4,}.*commits take long: see whether the disk/)
  expect(logged).toContain('commits are quick again')
})
