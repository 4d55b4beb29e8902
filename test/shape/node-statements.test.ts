/** Statements are such that a schema may be on a node of Citus: there is no Citus to try them on wherever the tests run. */
import { expect, test } from 'vitest'
import { findFault } from './node-statements.ts'
import { sourceFiles } from './source-files.ts'

const tables = new Set(
  sourceFiles(['migrations'], ['.sql']).flatMap(({ text }) =>
    [...text.matchAll(/create table (\w+)/g)].map(([, name]) => name!),
  ),
)

/** Takes the texts between backticks that write; a filled-in part is one word. */
const written = sourceFiles(['src'], ['.ts']).flatMap(({ path, text }) =>
  [...text.replaceAll(/\$\{[^{}`]*\}/g, 'filled').matchAll(/`([^`]*)`/g)]
    .map(([, sql]) => sql!)
    .filter((sql) => /^\s*(with|insert|update)\b/.test(sql))
    .map((sql) => ({ path, sql: sql.replaceAll(/--.*/g, '').trim() })),
)

test('every statement that writes is one that Citus takes', () => {
  expect(written.length).toBeGreaterThan(100)
  const faults = written.map(({ path, sql }) => ({ path, fault: findFault(sql, tables), sql }))
  expect(faults.filter(({ fault }) => fault !== null)).toEqual([])
})

test('no statement locks rows in a list that PostgreSQL may read again for each row: it would change more than the limit', () => {
  const unbounded = /\bin \(\s*select\b[^;]*?\blimit\b[^;]*?\bfor update\b/
  expect(written.filter(({ sql }) => unbounded.test(sql))).toEqual([])
})

test.each([
  'insert into outbox (id) select id from journal where at < now()',
  'with told as (select id from journal) insert into outbox (id) select id from told',
  'with told as (select id from journal), w as (insert into outbox (id) select id from told) select',
  'with w as (insert into outbox (id) select id from unnest($1) as t(id) where not exists (select from journal)) select',
  'insert into outbox (id, at) values ($1, (select max(at) from journal))',
  'insert into outbox (id) values ($1) on conflict (id) do update set at = now()',
  "insert into outbox (id) values ($1) on conflict (id) do update set at = $2 + $3 * interval '1 second'",
  'update outbox set at = case when id = $1 then now() end where id = $2',
  'update outbox set at = clock_timestamp() where id = $1',
  "update outbox set told = told || jsonb_build_object('a', $1) where id = $2",
])('refused: %s', (sql) => {
  expect(findFault(sql, tables)).not.toBeNull()
})

test.each([
  'with told as materialized (select id from journal where at < now()) insert into outbox (id) select id from told',
  'with told as materialized (select id from journal), w as (insert into outbox (id) select id from told) select from w',
  'with gone as (delete from outbox returning id) insert into anomaly (id) select id from gone',
  'insert into outbox (id, at) select id, now() from unnest($1) as t(id) on conflict do nothing',
  'insert into outbox (id) values ($1) on conflict (id) do update set at = excluded.at returning now()',
  'update outbox set at = now() where id = $1',
  'update outbox set at = until from (select case when id = $1 then now() end as until from journal) as due',
])('taken: %s', (sql) => {
  expect(findFault(sql, tables)).toBeNull()
})
