/** `npm run machines:upgrade`, and a start of the service on a database that a newer release has written. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Started } from '../../src/main.ts'
import { createPlan, anId } from './messages.ts'
import { TurnEngine } from '../../src/actors/turn-engine.ts'
import { startPlace } from '../people/world.ts'

let place: Awaited<ReturnType<typeof startPlace>>
let started: Started

beforeAll(async () => {
  place = await startPlace()
  started = await place.start()
})
afterAll(() => place.stop())

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the command as an operator does. */
async function run(...flags: string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: place.databaseUrl }
  const command = ['scripts/run.mjs', 'scripts/upgrade-machines.ts', ...flags]
  return promisify(execFile)(process.execPath, command, { env }).then(
    (ended) => ({ code: 0, ...ended }),
    (error: Ended) => error,
  )
}

test('what is stored is judged beside a running service, and stays', async () => {
  const { database, clock, log, buses } = started.service
  const engine = new TurnEngine({ database, clock, log, bus: buses.of('worker') })
  const id = anId()
  await engine.take(createPlan(id), true)
  const dryRun = await run('--dry-run')
  expect(dryRun).toMatchObject({ code: 0, stderr: '' })
  expect(dryRun.stdout).toMatch(/plan: \d+ same, 0 mapped, 0 impossible\n/)
  expect(dryRun.stdout).toMatch(/Nothing was written\.\n$/)
  expect((await run()).stdout).toMatch(/\n0 actors were changed\.\n$/)

  const { pool } = database
  const setState = (state: string) =>
    pool.query(`update plan set snapshot = jsonb_set(snapshot, '{value}', $2) where id = $1`, [
      id,
      JSON.stringify(state),
    ])
  await setState('Ghost')
  const impossible = await run('--dry-run')
  expect(impossible.code).toBe(1)
  expect(impossible.stdout).toContain(`impossible: plan/${id}, Ghost, of version 1\n`)
  expect(impossible.stdout).toContain('1 are impossible: a service of this release will not start.')

  // A plan that nobody activated, as its journal says, is stored as Active: another wait or condition would look like this.
  await setState('Active')
  const mapped = await run('--dry-run')
  expect(mapped).toMatchObject({ code: 0, stderr: '' })
  expect(mapped.stdout).toContain(`mapped: plan/${id}, Active, of version 1
  its journal would lead elsewhere, and it stays: state Active → Draft
`)
  expect(mapped.stdout).toMatch(/plan: \d+ same, 1 mapped, 0 impossible\n/)
  await setState('Draft')
})

test('a process that is older than the database says so at its start, and goes on', async () => {
  const { pool } = started.service.database
  await pool.query(`insert into machine_version (kind, version) values ('charge', 2)`)
  await pool.query(`insert into mikro_orm_migrations (name) values ('9999-later')`)
  const older = await place.start()
  expect(older.running.url).not.toBe(started.running.url)
  await pool.query('delete from machine_version')
  await pool.query(`delete from mikro_orm_migrations where name = '9999-later'`)
})

test('going back names kinds that there are, and versions that were', async () => {
  expect(await run('--back', 'shop')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--back 'shop' is no kind of actor; there are: plan, /),
  })
  expect(await run('--back', 'charge')).toMatchObject({
    code: 2,
    stderr: 'the machine of charge is of version 1: none was before it\n',
  })
})
