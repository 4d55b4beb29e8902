import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'root can run the embedded database in a directory that only root may enter',
  async () => {
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
  },
)

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

test('the embedded database asks for a password, which only this account may read', async () => {
  const dataDirectory = newDirectory('postgres')
  const postgres = await startPostgres({ dataDirectory })
  expect(statSync(join(dataDirectory, 'password')).mode & 0o777).toBe(0o600)
  await expectLocked(postgres.url)
  await postgres.stop()
})

test('a database of an earlier version, which let everybody in, asks for a password and keeps its data', async () => {
  const dataDirectory = newDirectory('postgres')
  const first = await startPostgres({ dataDirectory })
  await query(first.url, 'create table kept (fact int)')
  const accessFile = join(await clusterOf(first.url), 'pg_hba.conf')
  await first.stop()
  rmSync(join(dataDirectory, 'password'))
  writeFileSync(accessFile, readFileSync(accessFile, 'utf8').replaceAll('scram-sha-256', 'trust'))

  const second = await startPostgres({ dataDirectory })
  expect(await query(second.url, 'select * from kept')).toEqual([])
  await expectLocked(second.url)
  await second.stop()
  const third = await startPostgres({ dataDirectory })
  expect(third.url.split('@')[0]).toBe(second.url.split('@')[0])
  expect(await query(third.url, 'select * from kept')).toEqual([])
  await third.stop()
})

test('the embedded database acknowledges a commit only once it is on disk (P1)', async () => {
  const durable = await startPostgres({ dataDirectory: newDirectory('postgres') })
  expect(await query(durable.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(durable.url, 'show synchronous_commit')).toEqual([
    { synchronous_commit: 'on' },
  ])
  await durable.stop()
})

test('an ephemeral embedded database leaves nothing behind', async () => {
  const ephemeral = await startPostgres({ ephemeral: true })
  const cluster = await clusterOf(ephemeral.url)
  expect(existsSync(cluster)).toBe(true)
  await ephemeral.stop()
  expect(existsSync(dirname(cluster))).toBe(false)
})

async function expectLocked(url: string): Promise<void> {
  for (const password of ['', 'mandate']) {
    const guess = new URL(url)
    guess.password = password
    await expect(query(guess.href, 'select 1')).rejects.toThrow(/password/)
  }
}

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
