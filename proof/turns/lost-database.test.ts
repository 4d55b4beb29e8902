/** Postgres is killed while actors work: meanwhile nothing is acknowledged, and afterwards all goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import type { EmbeddedServer } from '../../src/embedded/server.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import {
  askUntilDone,
  expectAllFinished,
  startLoad,
  untilCharged,
  untilCreated,
  untilFinished,
} from './load.ts'
import { anId, createPlan, renamePlan } from '../../test/turns/messages.ts'
import { type Parts, startParts } from '../../test/turns/parts.ts'
import { startWillingChain } from './willing-chain.ts'
import { untilQuiet } from './until-quiet.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const clients = 100
const recoveryMs = 15_000
const testTimeoutMs = 60_000
let postgres: EmbeddedServer
let world: World

beforeAll(async () => {
  postgres = await startPostgres({ dataDirectory: newDirectory('postgres') })
  const database = await connectDatabase(postgres.url)
  await migrateDatabase(database)
  await database.close()
  world = await createWorld({ databaseUrl: postgres.url })
  const rooms: Parts[] = [world.parts, await world.openParts()]
  for (const parts of rooms) world.until(startParts(parts))
  world.until(startWillingChain(rooms[1]!))
})
afterAll(async () => {
  await world.close()
  await postgres.stop()
})

test(
  'Postgres is killed under load: nothing is lost, and all is done within 15 s (P1, P10)',
  async () => {
    const load = startLoad(world.parts, clients)
    await untilCreated(load, 1 / 4)
    await killPostgres()
    await untilCharged(world.parts, load, 1 / 2)
    await killPostgres()
    await load.done
    await untilFinished(world.parts, load, recoveryMs)
    await untilQuiet(world.parts, recoveryMs)

    expect(load.troubles).not.toEqual([])
    expect(['failed', 'unavailable']).toEqual(expect.arrayContaining([...new Set(load.troubles)]))
    await expectAllFinished(world.parts, load)
    await expectLaws(world.parts)
  },
  testTimeoutMs,
)

test('a command that Postgres lost with its connection is done once when asked again (P10)', async () => {
  const id = anId()
  await askUntilDone(world.parts, createPlan(id), [])
  const rename = renamePlan(id, 'Once')
  const asking = askUntilDone(world.parts, rename, [])
  await killPostgres()
  expect(await asking).toMatchObject({ outcome: 'applied', actor: { revision: 2 } })
  expect(await askUntilDone(world.parts, rename, [])).toMatchObject({ actor: { revision: 2 } })
  await expectLaws(world.parts)
})

/** Kills Postgres; its supervisor starts it again, and it recovers from its log. */
async function killPostgres(): Promise<void> {
  const { pid } = postgres
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postgres.pid, { timeout: recoveryMs }).not.toBe(pid)
}
