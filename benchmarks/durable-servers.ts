/**
 * PostgreSQL and NATS as `npm start` runs them: fsync on, synchronous_commit on. In a
 * directory that is removed afterwards.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '../src/embedded/nats.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { connectDatabase, migrate } from '../src/store/database.ts'

export type DurableServers = {
  databaseUrl: string
  natsUrl: string
  directory: string
  stop(): Promise<void>
}

export async function startDurableServers(): Promise<DurableServers> {
  const directory = mkdtempSync(join(tmpdir(), 'mandate-benchmark-'))
  chmodSync(directory, 0o755) // PostgreSQL runs under another account where this one is root.
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDirectory: join(directory, 'postgres') }),
    startNats({ storeDirectory: join(directory, 'nats') }),
  ])
  const database = await connectDatabase(postgres.url)
  await migrate(database)
  await database.close()
  return {
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    directory,
    async stop() {
      await Promise.all([postgres.stop(), nats.stop()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
