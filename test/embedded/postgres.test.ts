import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { newDirectory } from '../support/temporary-directory.ts'

/** One database that is stopped and started again: in a directory that only this account may enter, root's too. */
const directory = newDirectory('postgres')
const dataDirectory = join(directory, 'postgres')
let postgres: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  chmodSync(directory, 0o700)
  postgres = await startPostgres({ dataDirectory })
  await query(postgres.url, 'create table kept (fact int)')
})
afterAll(async () => {
  await postgres.stop()
  if (process.getuid?.() === 0)
    rmSync(realpathSync(join(dataDirectory, 'elsewhere')), { recursive: true })
})

test('what a server writes in its log, only this account may read', () => {
  const log = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('postgres.log'),
  )
  expect(log).toHaveLength(1)
  expect(statSync(join(directory, log[0]!)).mode & 0o777).toBe(0o600)
})

test('the embedded database asks for a password, which only this account may read', async () => {
  expect(statSync(join(dataDirectory, 'password')).mode & 0o777).toBe(0o600)
  await expectLocked(postgres.url)
})

test('the embedded database acknowledges a commit only once it is on disk (P1)', async () => {
  expect(await query(postgres.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await query(postgres.url, 'show synchronous_commit')).toEqual([
    { synchronous_commit: 'on' },
  ])
})

test('the embedded database starts again where it was, also where a lock names an unrelated process', async () => {
  const lock = join(await clusterOf(postgres.url), 'postmaster.pid')
  const lines = readFileSync(lock, 'utf8').split('\n')
  await postgres.stop()
  writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'))
  postgres = await startPostgres({ dataDirectory })
  expect(await query(postgres.url, 'select * from kept')).toEqual([])
})

test('a database of an earlier version, which let everybody in, asks for a password and keeps its data', async () => {
  const accessFile = join(await clusterOf(postgres.url), 'pg_hba.conf')
  await postgres.stop()
  rmSync(join(dataDirectory, 'password'))
  writeFileSync(accessFile, readFileSync(accessFile, 'utf8').replaceAll('scram-sha-256', 'trust'))

  postgres = await startPostgres({ dataDirectory })
  expect(await query(postgres.url, 'select * from kept')).toEqual([])
  await expectLocked(postgres.url)
  const [account] = postgres.url.split('@')
  await postgres.stop()
  postgres = await startPostgres({ dataDirectory })
  expect(postgres.url.split('@')[0]).toBe(account)
  expect(await query(postgres.url, 'select * from kept')).toEqual([])
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
