/** One of the processes that want to lead does; the others keep trying, for as long as it takes. */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../src/store/database.ts'
import { tryToLead } from '../../src/watching/leader.ts'
import { freshDatabaseUrl } from '../support/database.ts'

const triesWhileStandingBy = 30
const name = 'a chain'
let leading: Database
let standby: Database

beforeAll(async () => {
  const url = await freshDatabaseUrl()
  leading = await connectDatabase(url)
  standby = await connectDatabase(url)
})
afterAll(async () => {
  await leading.close()
  await standby.close()
})

/** Counts who listens on each connection that the pool lends, one after another. */
async function countListeners({ pool }: Database): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const counts = clients.map(
    (client) => client.listenerCount('error') + client.listenerCount('end'),
  )
  for (const client of clients) client.release()
  return counts
}

test('a standby that tries again and again leaves nothing on its connections, and leads once the leader is gone', async () => {
  const lead = await tryToLead(leading.pool, name)
  expect(lead).not.toBeNull()
  expect(await tryToLead(standby.pool, name)).toBeNull()
  const before = await countListeners(standby)
  for (let tries = 0; tries < triesWhileStandingBy; tries++)
    expect(await tryToLead(standby.pool, name)).toBeNull()
  expect(await countListeners(standby)).toEqual(before)

  await lead!.release()
  const next = await tryToLead(standby.pool, name)
  expect(next!.lost.aborted).toBe(false)
  await next!.release()
})

test('a leader hears that its connection is lost', async () => {
  const lead = await tryToLead(leading.pool, name)
  await standby.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`,
  )
  if (!lead!.lost.aborted) await once(lead!.lost, 'abort')
  await lead!.release()
})
