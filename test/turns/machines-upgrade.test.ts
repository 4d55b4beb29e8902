/** Preflight judges stored actors, and the service starts on a database that a newer release has written. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtDatabase } from '../../scripts/preflight/look-at-database.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import type { Started } from '../../src/main.ts'
import { createLog } from '../../src/shared/log.ts'
import { startPlace } from '../people/world.ts'
import { anId, createPlan } from './messages.ts'

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started

beforeAll(async () => {
  place = await startPlace()
  started = await place.start()
})
afterAll(() => place.stop())

async function lookAtActors() {
  const intended = { given: { current: null, old: null }, chains: [], gaps: [] }
  const findings = await lookAtDatabase(started.service.database, intended)
  return findings.filter(({ about }) => about === 'stored actors')
}

test('what is stored is looked at beside a running service, and an actor without a place is named', async () => {
  const { database, clock, log, buses } = started.service
  const engine = new TurnEngine({ database, clock, log, bus: buses.of('worker') })
  const id = anId()
  await engine.take(createPlan(id), true)
  expect(await lookAtActors()).toEqual([
    {
      grade: 'ok',
      about: 'stored actors',
      says: expect.stringMatching(/^of (\d+) that were looked at \1 stay as they are, 0 change/),
    },
  ])
  const setState = (state: string) =>
    database.pool.query(
      `update plan set snapshot = jsonb_set(snapshot, '{value}', $2) where id = $1`,
      [id, JSON.stringify(state)],
    )
  await setState('Ghost')
  expect(await lookAtActors()).toMatchObject([
    { grade: 'failed', says: expect.stringMatching(`1 have no place: plan/${id} .*Ghost`) },
  ])
  await setState('Draft')
})

test('a process that is older than the database says so at its start, and goes on', async () => {
  const { pool } = started.service.database
  await pool.query(`insert into machine_version (kind, version) values ('charge', 2)`)
  await pool.query(`insert into mikro_orm_migrations (name) values ('9999-later')`)
  let said = ''
  const log = createLog('warn', { write: (line) => void (said += line) })
  const older = await place.start(undefined, {}, log)
  expect(older.running.url).not.toBe(started.running.url)
  expect(said).toContain('the tables of this database are of a newer release, by 1 migrations')
  expect(said).toContain(
    'the actors of kind charge are of machine version 2, this release knows 1: they are left to',
  )
  await pool.query('delete from machine_version')
  await pool.query(`delete from mikro_orm_migrations where name = '9999-later'`)
})
