/** The migrations make the tables that the entities describe. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { emptyDatabaseUrl } from '../support/database.ts'

/**
 * Only migrations have these, entities cannot: they keep a history from being rewritten, keep the keys of metadata and the words of what is found, and
 * unfold the journal.
 */
const writtenByHand =
  /^drop ((trigger|function) if exists "([a-z_]+_(only_grows|keeps_metadata_keys|keeps_search_words)(_fn)?|search_words|searched_text|spellings_of)"|view if exists "journal_turn")/

let database: Database

beforeAll(async () => {
  database = await connectDatabase(await emptyDatabaseUrl())
  await migrateDatabase(database)
})

afterAll(() => database.close())

test('entities and migrated schema are equal', async () => {
  // If this fails, the printed statements belong into a new migration, or the entity is wrong.
  const sql = await database.orm.schema.getUpdateSchemaSQL({ wrap: false })
  const statements = sql.split('\n').filter((line) => line.trim() !== '')
  expect(statements.filter((line) => !writtenByHand.test(line))).toEqual([])
})

test('a column that differs between entities and schema is noticed', async () => {
  await database.pool.query('alter table outbox alter column attempts drop default')
  await database.pool.query('create table unknown_to_entities (id text primary key)')
  const sql = await database.orm.schema.getUpdateSchemaSQL({ wrap: false })
  expect(sql).toContain('"attempts"')
  expect(sql).toContain('unknown_to_entities')
})
