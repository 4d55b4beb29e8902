import { chmodSync, existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('root can keep a database in a directory that only root may enter', async () => {
  const directory = newDirectory('postgres')
  chmodSync(directory, 0o700)
  const dataDirectory = join(directory, 'postgres')
  const first = await startPostgres({ dataDirectory })
  await query(first.url, 'create table kept (fact int)')
  await first.stop()

  const second = await startPostgres({ dataDirectory })
  expect(await query(second.url, 'select * from kept')).toEqual([])
  await second.stop()
  rmSync(realpathSync(join(dataDirectory, 'elsewhere')), { recursive: true })
})

test('a lock that names an unrelated process does not keep the database from starting', async () => {
  const dataDirectory = newDirectory('postgres')
  const first = await startPostgres({ dataDirectory })
  const cluster = await clusterOf(first.url)
  const lock = join(cluster, 'postmaster.pid')
  const lines = readFileSync(lock, 'utf8').split('\n')
  await first.stop()
  writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'))

  const second = await startPostgres({ dataDirectory })
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
})

test('what is acknowledged is on disk', async () => {
  const durable = await startPostgres({ dataDirectory: newDirectory('postgres') })
  expect(await query(durable.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(durable.url, 'show synchronous_commit')).toEqual([
    { synchronous_commit: 'on' },
  ])
  await durable.stop()
})

test('an ephemeral database leaves nothing behind', async () => {
  const ephemeral = await startPostgres({ ephemeral: true })
  const cluster = await clusterOf(ephemeral.url)
  expect(existsSync(cluster)).toBe(true)
  await ephemeral.stop()
  expect(existsSync(dirname(cluster))).toBe(false)
})

async function clusterOf(url: string): Promise<string> {
  return String((await query(url, 'show data_directory'))[0]?.['data_directory'])
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
