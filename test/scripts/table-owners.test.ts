/** What the check of the tables' owners sees, and what it is not fooled by. */
import { expect, test } from 'vitest'
import { findFaults, type Owners, roomOf } from '../../scripts/table-owners/find-faults.ts'
import { findEntities, findWrites } from '../../scripts/table-owners/find-writes.ts'

const schema = {
  tables: new Set(['outbox', 'timer', 'plan']),
  entities: new Map([['OutboxRow', 'outbox']]),
}
const writesOf = (source: string) =>
  findWrites('src/any.ts', source, schema).map(({ table }) => table)
/** Quotes of templates in a row of a test would end it. */
const sql = (text: string) => 'const text = `' + text + '`'

test.each([
  ['insert into outbox (id) values ($1)', ['outbox']],
  [
    'with a as (delete from outbox o using b) insert into timer select * from a',
    ['outbox', 'timer'],
  ],
  ['UPDATE only "outbox" AS o\n SET id = 1', ['outbox']],
  ['update public.outbox set id = 1', ['outbox']],
  ['truncate outbox', ['outbox']],
  ['truncate table only outbox', ['outbox']],
  ['merge into outbox o using timer on true', ['outbox']],
  ['copy outbox (id) from stdin', ['outbox']],
  ['insert into nowhere values (1)', ['nowhere']],
  ['update nowhere n set id = 1', ['nowhere']],
  // What only reads, or belongs to another statement.
  ['select * from outbox for update of outbox skip locked', []],
  ['select * from outbox for update', []],
  ['select * from outbox for no key update', []],
  ['copy outbox to stdout', []],
  ['insert into timer (id) values (1) on conflict (id) do update set id = 2', ['timer']],
  ['select 1 -- then update outbox set id = 1', []],
  ['select 1 /* delete from outbox */', []],
  // What people read.
  ['keep a copy apart from the database', []],
  ['update the page', []],
])('of the statement %j it sees that it writes %j', (statement, expected) => {
  expect(writesOf(sql(statement))).toEqual(expected)
  expect(writesOf(`const text = ${JSON.stringify(statement)}`)).toEqual(expected)
})

test.each([
  ['a variable is the table', sql('update ${table} set id = 1'), [null]],
  ['a variable is the schema', sql('update ${schema}.outbox set id = 1'), ['outbox']],
  ['an expression is the table', sql('delete from ${tables[0]}'), [null]],
  ['the name stands in another string', `const text = 'insert into ' + table`, [null]],
  [
    'a string within a template writes',
    sql("${isNew ? 'delete from timer' : ''} select 1"),
    ['timer'],
  ],
  ['a part of a statement writes', `const change = ['update outbox', 'id']`, ['outbox']],
  ['a comment is no SQL', '// update outbox set id = 1\n/** delete from outbox */', []],
  ['the ORM writes', 'await em.insert(OutboxRow, {})', ['outbox']],
  ['the ORM deletes', 'await orm.em.fork().nativeDelete(OutboxRow, {})', ['outbox']],
  [
    'another name was imported',
    `import { OutboxRow as Row } from './path.ts'\nem.upsert(Row, {})`,
    ['outbox'],
  ],
  [
    'all of a file was imported',
    `import * as path from './path.ts'\nem.upsert(path.OutboxRow, {})`,
    ['outbox'],
  ],
  ['an object is written', 'em.persist(row)', [null]],
  ['whatever has changed is written', 'await em.flush()', [null]],
  [
    'another thing has such a method',
    'Object.assign(a, b); list.remove(OutboxRow); log.flush()',
    [],
  ],
])('where %s', (_, source, expected) => {
  expect(writesOf(source)).toEqual(expected)
})

test('a variable `kind` stands for the tables of all actors', () => {
  const found = writesOf(sql('update ${kind} e set id = 1'))
  expect(found).toContain('plan')
  expect(found).toContain('gaswallet')
})

test('a write is found in its line', () => {
  const [write] = findWrites('src/any.ts', `\n${sql('select 1;\n delete from outbox')}`, schema)
  expect(write!.line).toBe(3)
})

test('an entity names its table, or is not read', () => {
  const define = (fields: string) => `const A = defineEntity({ ${fields} })`
  const file = 'src/store/tables/any.ts'
  expect([...findEntities(file, define(`name: 'A', tableName: 'a'`))]).toEqual([['A', 'a']])
  expect(() => findEntities(file, define(`name: 'A'`))).toThrow('no tableName')
})

test.each([
  ['src/main.ts', 'src'],
  ['src/watching/deposits/a.ts', 'src/watching'],
  ['src/store/commit.ts', 'src/store'],
  ['src/store/merchants/pages/a.ts', 'src/store/merchants'],
])('%s stands in the room %s', (path, room) => {
  expect(roomOf(path)).toBe(room)
})

const owners = { 'src/store/engine': ['outbox', 'timer'], 'src/store/plans': ['plan'] }
const write = { table: 'outbox', line: 7, text: 'delete from\n  outbox' }
const judge = (path: string, table: string | null = 'outbox', list: Owners = owners) =>
  findFaults([{ path, writes: [{ ...write, table }] }], schema.tables, list)
const own = 'src/store/engine/outbox.ts'

test('a room may write its own tables', () => {
  expect(judge(own)).toEqual([])
})

test.each([
  [
    'a write outside of the room',
    judge('src/chain/a.ts'),
    "src/chain/a.ts:7 'delete from outbox': outbox is written by src/store/engine alone",
  ],
  [
    'a write in a folder beside the room',
    judge('src/store/a.ts'),
    'outbox is written by src/store/engine alone',
  ],
  ['SQL that cannot be read', judge(own, null), 'which table is that?'],
  ['a table that is not there', judge(own, 'nowhere'), 'nowhere is no table'],
  [
    'a table without an owner',
    judge(own, 'outbox', { 'src/store/engine': ['outbox', 'timer'] }),
    'plan has no owner',
  ],
  [
    'an owner of a table that is gone',
    judge(own, 'outbox', { ...owners, 'src/chain': ['gone'] }),
    'gone has an owner and is no table',
  ],
  [
    'a table of two owners',
    judge(own, 'outbox', { ...owners, 'src/chain': ['plan'] }),
    'plan has several owners',
  ],
])('%s is a fault', (_, faults, fault) => {
  expect(faults.join('\n')).toContain(fault)
})
