/** Migrations go to the database by single statements, as a node of Citus takes them. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrationsList } from '../../migrations/index.ts'
import { inStatements, splitStatements } from '../../src/store/starting/statements.ts'
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
  for (const { name, class: Made } of inStatements(migrationsList))
    for (const [index, text] of (await queriesOf(Made, client)).entries())
      // With a name it is prepared, and PostgreSQL prepares no two at once.
      await client.query({ name: `${name}-${index}`, text })
  const { rows } = await client.query(
    'select count(*)::int as tables from pg_tables where schemaname = $1',
    ['public'],
  )
  await client.end()
  expect(rows[0].tables).toBeGreaterThan(60)
})

async function queriesOf(
  Made: ReturnType<typeof inStatements>[number]['class'],
  client: pg.Client,
) {
  const driver = { execute: async (sql: string) => (await client.query(sql)).rows }
  const migration = new Made(driver as never, {} as never)
  await migration.up()
  return migration.getQueries().map(String)
}
