/** Finds the payments that are watched, and how far back they are looked for. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cursor, loadCursor } from '../../src/chain/rows/cursor.ts'
import { watchNewPayments } from '../../src/reader/deposits/new-payments.ts'
import { pollOnce } from '../../src/watching/poll-once.ts'
import { request } from './payments.ts'
import { blockchain, createWorld, startThinking, type World } from './world.ts'

let world: World
let thinking: ReturnType<typeof startThinking>
let id: string
beforeAll(async () => {
  world = await createWorld()
  thinking = startThinking(world)
  await pollOnce(world, world.chain.nodes[0]!)
  id = (await request(world)).id
  await watch()
})
afterAll(async () => {
  await thinking.stop()
  await world.close({ hasRowsByHand: true })
})

async function watch(): Promise<void> {
  const cursor: Cursor | null = await loadCursor(world.database.pool, blockchain)
  await watchNewPayments(world, cursor!)
}

/** Copies the payment under other ids, as if the commit had begun so many seconds ago. */
const copy = `insert into payment (id, merchant_id, network, status, phase, revision, machine_version,
    snapshot, created_at, updated_at)
  select copied.id, merchant_id, network, status, phase, revision, machine_version,
    jsonb_set(snapshot, '{context}', snapshot->'context' || jsonb_build_object('id', copied.id,
      'depositAddress', '0x' || lpad(md5(copied.id), 40, '0'))),
    now() - $3 * interval '1 second', updated_at
  from payment cross join unnest($2::text[]) as copied(id) where payment.id = $1`

async function isWatched(paymentId: string): Promise<boolean> {
  const { rows } = await world.database.pool.query(
    'select from deposit_watch where payment_id = $1',
    [paymentId],
  )
  return rows.length === 1
}

test('a payment whose commit ends after those of many later ones is watched', async () => {
  const slow = new pg.Client(world.database.url)
  await slow.connect()
  await slow.query('begin')
  await slow.query(copy, [id, ['slow'], 0])
  // Longer than what is looked through again by all means.
  await slow.query('select pg_sleep(2.5)')
  for (const later of ['later 1', 'later 2', 'later 3']) {
    await world.database.pool.query(copy, [id, [later], 0])
    await watch()
    expect(await isWatched(later)).toBe(true)
  }
  await slow.query('commit')
  await slow.end()
  await watch()
  expect(await isWatched('slow')).toBe(true)
})

test('more payments than are taken at once are all watched, though they were made in one moment', async () => {
  const many = Array.from({ length: 1_100 }, (_, n) => `many ${n}`)
  await world.database.pool.query(copy, [id, many, 0])
  await watch()
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from deposit_watch where payment_id like 'many %'`,
  )
  expect(rows[0]!.count).toBe(many.length)
})

test('what was looked through is not looked through again, as no commit can be that late', async () => {
  await watch()
  await world.database.pool.query(copy, [id, ['impossible'], 30])
  await watch()
  expect(await isWatched('impossible')).toBe(false)
})
