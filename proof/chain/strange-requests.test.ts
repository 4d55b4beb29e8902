/** Requests that fail: those that no part of sending knows are seen by operators, and wait for a release that does. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../test/chain/until.ts'
import { blockchain, createWorld, startRelay, type World } from '../../test/chain/world.ts'

let world: World
let relay: { stop(): Promise<void> }

beforeEach(async () => {
  world = await createWorld({ sweepAfterSeconds: 60 })
})
afterEach(async () => {
  await relay?.stop()
  await world?.close()
})

/** Puts a request into the outbox. */
const ask = (name: string, kind: string) =>
  world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     values ('strange', 'chain', $1, $2, 'x', 'm', 'TestNet', $3, '{}', '{}', now(), now())`,
    [name, kind, `${blockchain}/m`],
  )

test.each(['charge', 'subscription'])(
  'a request of a %s that no part of sending knows stays in the outbox with a reason',
  async (kind) => {
    const { pool } = world.database
    await ask('requestTea', kind)
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
  await ask('requestTea', 'charge')
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

/** Has PostgreSQL refuse, for a second, to note why or until when a request waits. */
const refuseToPutOff = `
  create table refusing as select now() + interval '1 second' as until;
  create function refuse() returns trigger language plpgsql as $$ begin
    if clock_timestamp() < (select until from refusing) then raise 'no space left on device'; end if;
    return new;
  end $$;
  create trigger refuse before update on outbox for each row
    when (new.last_error is not null or new.waits_for is not null) execute function refuse()`

test.each(['requestTea', 'requestSweep'])(
  'what cannot be put off while the database refuses is put off soon after, and not when its lease has ended: %s',
  async (name) => {
    const { pool } = world.database
    await ask(name, 'payment')
    await pool.query(refuseToPutOff)
    relay = startRelay(world)
    const attempts = await until('it is put off', async () => {
      const { rows } = await pool.query<{ attempts: number }>(
        `select attempts from outbox where id = 'strange' and last_error is not null`,
      )
      return rows[0]?.attempts
    })
    expect(attempts).toBe(1)
  },
)
