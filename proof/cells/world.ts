/** Cells: services that share one database, each in a schema of its own, and one NATS, each behind a prefix. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { startHttp } from '../../src/http/start-http.ts'
import { type Presence, startPresence } from '../../src/operating/presence.ts'
import { createReadiness } from '../../src/operating/readiness.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { prefixOf } from '../../src/shared/nats-settings.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { reachDatabase } from '../../src/store/starting/reach-database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { directory } from '../../test/dashboard/world.ts'
import { send } from '../../test/http/client.ts'
import { usualSettings } from '../../test/http/world.ts'
import { once } from '../../test/support/once.ts'

const log = createLog(process.env['TEST_LOG'] ?? 'silent')

export type Place = { databaseUrl: string; natsUrl: string }
export type TestCell = Awaited<ReturnType<typeof startCell>>

/** Starts a worker on a new schema of that name; stop it before the servers. */
async function startCell({ databaseUrl, natsUrl }: Place, schema: string, masterKey: Buffer) {
  await createSchema(databaseUrl, schema)
  await reachDatabase(databaseUrl, { waitMs: 0, schema })
  const database = await connectDatabase(databaseUrl, { schema })
  await migrateDatabase(database)
  const bus = await connectBus({ url: natsUrl, prefix: prefixOf(null, schema) }, log)
  const secrets = new Secrets(masterKey)
  const services = { database, bus, directory, clock: new Clock(), secrets, log }
  const worker = once(startWorker(services))
  return {
    ...services,
    schema,
    worker,
    async stop() {
      await worker.stop()
      await bus.close()
      await database.close()
    },
  }
}

/** Two cells of one service, of which the second may be reached by a way of its own; no others may share the NATS. */
export async function startCells(
  place: Place,
  urlOfSecond = place.databaseUrl,
): Promise<[TestCell, TestCell]> {
  const masterKey = randomBytes(32)
  const second = { ...place, databaseUrl: urlOfSecond }
  return [await startCell(place, 'cell_a', masterKey), await startCell(second, 'cell_b', masterKey)]
}

async function createSchema(databaseUrl: string, schema: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`create schema ${schema}`)
  await client.end()
}

/** One process of the HTTP role for all of these cells; each is a place for merchants then. */
export async function serveCells(
  cells: readonly [TestCell, ...TestCell[]],
  settings: Partial<typeof usualSettings> = {},
) {
  const dependencies = cells.map((cell) => ({
    ...cell,
    settings: { ...usualSettings, ...settings },
    testClock: null,
    readiness: createReadiness({ ...cell, buses: [cell.bus] }),
  }))
  const presences: Presence[] = []
  for (const cell of cells) {
    const presence = await startPresence(cell, { beatMs: 60_000 })
    await presence.announce(['worker', 'http', 'relays', 'watcher'])
    presences.push(presence)
  }
  const [home, ...others] = dependencies
  const http = await startHttp(home!, others)
  return {
    url: http.url,
    shops: cells.map((cell) => ({ ...cell, url: http.url })),
    async stop() {
      await http.stop()
      for (const presence of presences) await presence.stop()
    },
  }
}

/** Logs somebody in to the dashboard behind this address. */
export async function logIn(url: string, email: string, password: string) {
  const json = { 'content-type': 'application/json' }
  const answer = await send(`${url}/dashboard/api/login`, 'POST', {
    headers: json,
    body: JSON.stringify({ email, password }),
  })
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0]!
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      send(`${url}${path}`, 'GET', { headers: { cookie, ...headers } }),
    post: (path: string, body: object) =>
      send(`${url}${path}`, 'POST', {
        headers: { cookie, ...json },
        body: JSON.stringify(body),
      }),
  }
}
