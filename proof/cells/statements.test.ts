/** Migrations go to the database by single statements, as a node of Citus takes them. */
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  type ListedMigration,
  migrationsList,
  splitStatements,
} from '../../src/store/starting/migrations-list.ts'
import { emptyDatabaseUrl } from '../../test/support/database.ts'

test('what stands in texts, names, comments and bodies of functions ends no statement', () => {
  const body = `create function f() returns int language plpgsql as $x$ begin return 1; end $x$`
  expect(splitStatements(`select 'it''s;'; -- no; end\nselect ";" /* ; */;\n${body};\n;`)).toEqual([
    `select 'it''s;'`,
    'select ";"',
    body,
  ])
})

test('each statement of every migration is one that the database prepares by itself', async () => {
  const client = new pg.Client(await emptyDatabaseUrl())
  await client.connect()
  for (const { name, class: Made } of migrationsList)
    for (const [index, text] of (await queriesOf(Made)).entries())
      // With a name it is prepared, and PostgreSQL prepares no two at once.
      await client.query({ name: `${name}-${index}`, text })
  const { rows } = await client.query(
    'select count(*)::int as tables from pg_tables where schemaname = $1',
    ['public'],
  )
  await client.end()
  expect(rows[0].tables).toBeGreaterThan(60)
})

async function queriesOf(Made: ListedMigration['class']): Promise<string[]> {
  const migration = new Made({} as never, {} as never)
  await migration.up()
  return migration.getQueries().map(String)
}
