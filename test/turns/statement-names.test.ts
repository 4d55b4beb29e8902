/** Postgres keeps 63 characters of a prepared statement's name: two that differ only behind them would be one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorKinds, codeOfKinds } from '../../src/shared/stored-actor.ts'
import type { Database } from '../../src/store/database.ts'
import { turnStatement } from '../../src/store/engine/turn-statement.ts'
import { loadActors } from '../../src/store/engine/turn-store.ts'
import { freshDatabase } from '../support/database.ts'
import { recordStatements } from '../support/statements.ts'

const nameLengthMax = 63
let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.close())

const names: string[] = []

test('the statement that loads actors of every kind has a name that Postgres keeps', async () => {
  recordStatements(database, (name) => names.push(name))
  const wanted = actorKinds.map((kind) => ({ kind, id: 'nobody' }))
  expect((await loadActors(database, wanted)).moved).toEqual(new Map())
  expect(names).toHaveLength(1)
  expect(names[0]!.length).toBeLessThanOrEqual(nameLengthMax)
})

test('the statement that writes actors of every kind has a name that Postgres keeps', () => {
  const fields = { merchantId: 'm', network: 'TestNet', status: 'Active', phase: '' }
  const actorOf = (kind: string, readRevision: number) => ({
    actor: { ...fields, kind, id: `${kind}-${readRevision}` },
    snapshotText: '{}',
    readRevision,
  })
  const actors = actorKinds.flatMap((kind) => [actorOf(kind, 0), actorOf(kind, 1)])
  const nothing = { journal: [], outbox: [], audited: [], armed: [], cancelled: [] }
  const { name } = turnStatement({ ...nothing, consumed: [], reserved: [], actors } as never)
  expect(name.length).toBeLessThanOrEqual(nameLengthMax / 2)
})

test('no two sets of kinds have one code', () => {
  const sets = Array.from({ length: 2 ** actorKinds.length }, (_, bits) =>
    actorKinds.filter((_, index) => bits & (1 << index)),
  )
  expect(new Set(sets.map(codeOfKinds)).size).toBe(sets.length)
})
