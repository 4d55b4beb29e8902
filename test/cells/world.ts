/** Cells: services that share one database, each in a schema of its own, and one NATS, each behind a prefix. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { prefixOf } from '../../src/shared/nats-settings.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { reachDatabase } from '../../src/store/starting/reach-database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { directory } from '../dashboard/world.ts'
import { once } from '../support/once.ts'

const log = createLog(process.env['TEST_LOG'] ?? 'silent')

export type Place = { databaseUrl: string; natsUrl: string }
export type TestCell = Awaited<ReturnType<typeof startCell>>

/** Starts a worker on a new schema of that name; stop it before the servers. */
export async function startCell(
  { databaseUrl, natsUrl }: Place,
  schema: string,
  masterKey: Buffer,
) {
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

/** Two cells of one service: the same master key, of which each has its own proof. */
export async function startCells(place: Place): Promise<[TestCell, TestCell]> {
  const masterKey = randomBytes(32)
  return [await startCell(place, 'cell_a', masterKey), await startCell(place, 'cell_b', masterKey)]
}

async function createSchema(databaseUrl: string, schema: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`create schema ${schema}`)
  await client.end()
}
