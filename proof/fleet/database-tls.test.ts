/** TLS to PostgreSQL: the certificate counts with its authority and its name, on every way to a server. */
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { findPostgres } from '../../src/embedded/postgres/postgres-installation.ts'
import { errorText } from '../../src/shared/errors.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { reachDatabase } from '../../src/store/starting/reach-database.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { certificate, privateKey } from '../../test/webhooks/self-signed.ts'

let postgres: EmbeddedServer
let authority: string

beforeAll(async () => {
  postgres = await startPostgres({ ephemeral: true })
  authority = join(newDirectory('authority'), 'authority.crt')
  writeFileSync(authority, certificate)
})
afterAll(() => postgres.stop())

/** The address under another name of the server, with these parameters. */
function urlOf(host: string, parameters: string): string {
  const url = new URL(postgres.url)
  url.host = `${host}:${url.port}`
  return `${url.href}?${parameters}`
}
const reach = (url: string) => reachDatabase(url, { waitMs: 0 })

test('a server without TLS is not used where it is asked for', async () => {
  await expect(reach(urlOf('localhost', 'sslmode=require'))).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at localhost:\d+ cannot be used: it does not offer TLS: turn it on \(ssl = on\), or take sslmode out/,
  )
})

test('with TLS a connection is used where authority and name are right, and no other', async () => {
  await offerTls()
  const right = `sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
  await reach(urlOf('localhost', right))
  const database = await connectDatabase(urlOf('localhost', right))
  const { rows } = await database.pool.query(
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  )
  expect(rows).toEqual([{ ssl: true }])
  await database.close()

  await expect(reach(urlOf('localhost', 'sslmode=verify-full'))).rejects.toThrow(
    'name the file of its authority, sslrootcert=<file>',
  )
  // The certificate is for localhost, and this is another name of the same server.
  const elsewhere = urlOf('127.0.0.1', right)
  await expect(reach(elsewhere)).rejects.toThrow(
    'its certificate is for another name: call the server as its certificate does',
  )
  await expect(connectDatabase(elsewhere).then(({ pool }) => pool.query('select'))).rejects.toThrow(
    /altnames/,
  )
  await reach(urlOf('127.0.0.1', right.replace('verify-full', 'verify-ca')))
})

test('who comes in the clear to a server that takes TLS alone is told so, and not to look at the password', async () => {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query<{ path: string }>(
    "select setting as path from pg_settings where name = 'hba_file'",
  )
  const { path } = rows[0]!
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^host\b/gm, 'hostssl'))
  await client.query('select pg_reload_conf()')
  await client.end()
  await expect
    .poll(() => reach(postgres.url).catch(errorText))
    .toMatch(/no encryption\): it may want TLS: add sslmode=verify-full and sslrootcert=<file>/)
})

async function offerTls(): Promise<void> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query<{ path: string }>(
    "select setting as path from pg_settings where name = 'data_directory'",
  )
  const { account } = findPostgres()
  for (const [name, text] of [
    ['server.crt', certificate],
    ['server.key', privateKey],
  ] as const) {
    const path = join(rows[0]!.path, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (account) chownSync(path, account.uid, account.gid)
  }
  await client.query('alter system set ssl = on')
  await client.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await client.query<{ ssl: string }>('show ssl')).rows[0]!.ssl)
    .toBe('on')
  await client.end()
}
