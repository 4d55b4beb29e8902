/** A disk that became read-only under PostgreSQL, which says the same of it as of a right that is missing. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseAway } from '../../src/store/database-errors.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { freshDatabase } from '../support/database.ts'

let database: Database & { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query('create table written (id integer)')
})
afterAll(() => database?.close())

const write = ({ pool }: Database) =>
  pool.query('insert into written values (1)').then(
    () => null,
    (error: Error & { code?: string }) => error,
  )

test('files that cannot be written any more count as a database that is away, which is answered 503 and passes', async () => {
  const { rows } = await database.pool.query<{ directory: string; file: string }>(
    `select current_setting('data_directory') as directory, pg_relation_filepath('written') as file`,
  )
  const file = join(rows[0]!.directory, rows[0]!.file)
  chmodSync(file, 0o400)
  // A session that has not opened it yet.
  const later = await connectDatabase(database.url)
  const error = await write(later)
  expect(error).toMatchObject({ code: '42501' })
  expect(error!.message).toMatch(/could not open file/)
  expect(isDatabaseAway(error)).toBe(true)
  chmodSync(file, 0o600)
  expect(await write(later)).toBeNull()
  await later.close()
})

test('a right that is missing in the database is a fault, which nobody waits for', async () => {
  const role = `of_nothing_${process.pid}`
  await database.pool.query(`create role ${role}`)
  const client = await database.pool.connect()
  await client.query(`set role ${role}`)
  const error = await client
    .query('insert into written values (1)')
    .catch((error: unknown) => error)
  client.release(true)
  await database.pool.query(`drop role ${role}`)
  expect(error).toMatchObject({ code: '42501' })
  expect(isDatabaseAway(error)).toBe(false)
})
