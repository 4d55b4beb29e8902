/**
 * At the size of some years no statement that comes again and again reads all of a table that grows, or sorts on disk. The
 * statements are those that PostgreSQL was given while the service ran and everything was read, so a new one is judged by itself.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesThatGrow, tablesThatStaySmall } from './copied-rows.ts'
import { knownFaults } from './known-faults.ts'
import { findFaults, readStatements } from './plans.ts'
import { listReads, type Read } from './reads.ts'
import { type BigWorld, startBigWorld } from './world.ts'

/** They wait for one another on a small machine. */
const readsAtOnce = 2
const patienceMs = 600_000

let world: BigWorld
beforeAll(async () => {
  world = await startBigWorld()
}, patienceMs)
afterAll(() => world?.stop())

test('whether a table grows is said of each', async () => {
  const { rows } = await world.service.service.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace`,
  )
  const tables = rows.map(({ name }) => name).filter((name) => !name.startsWith('mikro_orm'))
  expect(tables.toSorted()).toEqual([...tablesThatGrow, ...tablesThatStaySmall].toSorted())
})

test(
  'nothing that is asked again and again reads all of a table that grows, or sorts on disk',
  async () => {
    await world.live()
    await world.workPeriodically()
    await readEverything()
    const statements = readStatements(world.postgresLog)
    expect(statements.length).toBeGreaterThan(1_000)
    const faults = findFaults(statements, new Set(tablesThatGrow))
    const isOf = ({ part }: { part: string }, { statement }: { statement: string }) =>
      statement.includes(part)
    const unknown = faults.filter((fault) => !knownFaults.some((known) => isOf(known, fault)))
    // A mended fault is not allowed to come back.
    const mended = knownFaults
      .filter(({ isSeldom }) => !isSeldom)
      .filter((known) => !faults.some((fault) => isOf(known, fault)))
    expect({ unknown, mended }).toEqual({ unknown: [], mended: [] })
  },
  patienceMs,
)

async function readEverything(): Promise<void> {
  const left = listReads()
  const readOn = async () => {
    for (let next = left.shift(); next; next = left.shift()) await read(next)
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readOn))
}

async function read({ access, path, mayBeRefused }: Read): Promise<void> {
  const { status, text } = await world.read(access, path)
  // Too many in a second: the next is another one.
  if (status === 429) return read({ access, path, mayBeRefused })
  if (status === 200 || mayBeRefused.includes(status)) return
  throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
}
