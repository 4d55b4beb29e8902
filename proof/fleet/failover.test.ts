/**
 * The primary dies under load and its standby is promoted: nothing that was acknowledged is lost, and
 * the service goes on with the server that takes writes, when the old one is back as a standby, too.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresPair, startPostgresPair } from '../../scripts/fleet/postgres-pair.ts'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { migrateDatabase } from '../../src/store/starting/start-lock.ts'
import { isDatabaseAway } from '../../src/store/database-errors.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'
import { expectAllFinished, startLoad, untilCreated, untilFinished } from '../turns/load.ts'
import { startParts } from '../../test/turns/parts.ts'
import { startWillingChain } from '../turns/willing-chain.ts'
import { untilQuiet } from '../turns/until-quiet.ts'
import { createWorld, expectLaws, type World } from '../../test/turns/world.ts'

const clients = 40
const recoveryMs = 30_000
const testTimeoutMs = 90_000

let pair: PostgresPair
let world: World

beforeAll(async () => {
  pair = await startPostgresPair({ directory: newDirectory('pair'), synchronous: true })
  const database = await connectDatabase(pair.url)
  await migrateDatabase(database)
  await database.close()
  world = await createWorld({ databaseUrl: pair.url })
})
afterAll(async () => {
  await world.close()
  await pair.stop()
})

/** The port of the server that answers, which tells one from the other. */
const serverOf = async (asked: Pick<Database['pool'], 'query'>): Promise<number> =>
  (await asked.query<{ port: number }>('select inet_server_port() as port')).rows[0]!.port

test(
  'a primary dies under load: the promoted standby has all that was acknowledged, and all is done (P24)',
  async () => {
    const stopParts = [startParts(world.parts), startWillingChain(world.parts)]
    const load = startLoad(world.parts, clients)
    await untilCreated(load, 1 / 4)
    await pair.killPrimary()
    await pair.promote()
    await load.done
    await untilFinished(world.parts, load, recoveryMs)
    await untilQuiet(world.parts, recoveryMs)

    expect(['failed', 'unavailable']).toEqual(expect.arrayContaining([...new Set(load.troubles)]))
    expect(await serverOf(world.parts.database.pool)).toBe(pair.primary.port)
    await expectAllFinished(world.parts, load)
    await expectLaws(world.parts)
    for (const part of stopParts) await part.stop()
  },
  testTimeoutMs,
)

test('a server that takes no writes is one to wait for, and its connection is not kept', async () => {
  const { pool } = world.parts.database
  const client = await pool.connect()
  await client.query('set session characteristics as transaction read only')
  const refused = await client.query('create table refused ()').catch((error: unknown) => error)
  expect(isDatabaseAway(refused)).toBe(true)
  client.release()
  await pool.query('create table taken ()')

  await pair.rejoin()
  const standby = await connectDatabase(pair.urlOf(pair.standby)).catch((error: unknown) => error)
  expect(standby).toMatchObject({ message: expect.stringContaining('is a standby') })
  expect(isDatabaseAway(standby)).toBe(true)
  // It stands first in the address.
  const fresh = await connectDatabase(pair.url)
  expect(await serverOf(fresh.pool)).toBe(pair.primary.port)
  await fresh.close()
})
