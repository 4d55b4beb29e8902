/**
 * Migrations expand first and contract later: a process of the release before runs on the tables of this one. What a
 * migration takes away, an earlier release has to have stopped using. Decision 0116. And they lock one table at a time,
 * which they give way with: decision 0122.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findContractions } from './contractions.ts'
import { findLockedTables } from './locked-tables.ts'
import { sourceFiles } from './source-files.ts'

const root = resolve(import.meta.dirname, '../..')
const migrations = sourceFiles(['migrations'], ['.sql'])
const released = [
  ...readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8').matchAll(
    /^## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d$/gm,
  ),
].map(([, release]) => release!)

test.each(migrations)('$path takes nothing away that an earlier release still uses', ({ text }) => {
  // If it fails: split it. One release stops using it; the migration of a later one takes it away, and names that release
  // as `-- contracts: table.column, unused since 0.2.0`.
  const { statements, unusedSince } = findContractions(text)
  if (unusedSince.length === 0) expect(statements).toEqual([])
  for (const release of unusedSince) expect(released).toContain(release)
})

test.each([
  'alter table outbox drop column lane',
  'drop table anomaly',
  'alter table outbox rename column lane to line',
  'alter table journal rename to turn',
  'alter table outbox alter column waits_for set not null',
  'alter table outbox alter column attempts type bigint',
  'alter table outbox add column weight int not null',
  'alter table outbox add column a int not null default 0, add column b int not null',
])('%s needs an earlier release that did without', (sql) => {
  expect(findContractions(`-- Why.\n${sql};`)).toEqual({ statements: [sql], unusedSince: [] })
  const marked = `-- contracts: it, unused since 0.2.0\n${sql};`
  expect(findContractions(marked).unusedSince).toEqual(['0.2.0'])
})

test.each([
  'create table x (id text not null primary key)',
  'alter table outbox add column weight int not null default 0, add column b int',
  'create index x on outbox (lane)',
  'drop index x',
  'alter table x drop constraint y, add constraint y check (z in (1, 2, 3))',
])('%s only adds', (sql) => {
  expect(findContractions(`-- drop table and rename are words of a comment\n${sql};`)).toEqual({
    statements: [],
    unusedSince: [],
  })
})

test.each(migrations)(
  '$path locks one table that is there, and waits for no second one meanwhile',
  ({ text }) => {
    // If it fails: make a migration of its own for each table. A lock that is held while another is waited for keeps
    // everybody from the first table for as long, and again for the next.
    expect(findLockedTables(text).length).toBeLessThanOrEqual(1)
  },
)

test.each([
  ['alter table outbox add column a int; create index x on outbox (a); drop index y', ['outbox']],
  [
    'alter table only outbox add a int; create unique index x on journal (a)',
    ['outbox', 'journal'],
  ],
  ['create table x (a int references merchant (id)); create index y on x (a)', ['merchant']],
  ['drop index y -- alter table outbox', ['that of the index']],
  ['create trigger t after insert on payment for each row execute function f()', ['payment']],
])('%s locks %j', (sql, tables) => {
  expect(findLockedTables(sql)).toEqual(tables)
})
