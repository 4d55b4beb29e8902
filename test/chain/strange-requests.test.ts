/** A request that no part of sending knows is seen by operators, and waits for a release that does. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from './until.ts'
import { blockchain, createWorld, startRelay, type World } from './world.ts'

let world: World
let relay: { stop(): Promise<void> }

beforeEach(async () => {
  world = await createWorld()
})
afterEach(async () => {
  await relay?.stop()
  await world?.close()
})

test.each(['charge', 'subscription'])(
  'a request of a %s that no part of sending knows stays in the outbox with a reason',
  async (kind) => {
    const { pool } = world.database
    await pool.query(
      `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
         cause, at, available_at)
       values ('strange', 'chain', 'requestTea', $1, 'x', 'm', 'TestNet', $2, '{}', '{}', now(), now())`,
      [kind, `${blockchain}/m`],
    )
    relay = startRelay(world)
    const found = await until('the request says why it waits', async () => {
      const { rows } = await pool.query<{ error: string | null }>(
        `select last_error as error from outbox where id = 'strange'`,
      )
      return rows[0]?.error
    })
    expect(found).toBe('this release sends no request called requestTea')
  },
)

test('what fails again and again is tried later and later', async () => {
  const { pool } = world.database
  await pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     values ('strange', 'chain', 'requestTea', 'charge', 'x', 'm', 'TestNet', $1, '{}', '{}', now(), now())`,
    [`${blockchain}/m`],
  )
  relay = startRelay(world)
  const waitAfter = (tries: number) =>
    until(`the wait after ${tries} tries`, async () => {
      const { rows } = await pool.query<{ waitMs: number }>(
        `select extract(epoch from available_at - now())::float8 * 1000 as "waitMs" from outbox
         where id = 'strange' and attempts = $1 and last_error is not null and available_at < now() + interval '14 s'`,
        [tries],
      )
      return rows[0]?.waitMs
    })
  expect(await waitAfter(1)).toBeLessThanOrEqual(500)
  // Nobody looks at it the moment that it is postponed, so only that it is far more than the first wait.
  expect(await waitAfter(4)).toBeGreaterThan(2_000)
})
