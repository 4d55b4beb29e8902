/** The probes of an endpoint that is down wait for each other this long. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passTime, settle } from '../support/settle.ts'
import { leaseMs } from '../../src/relays/leased-work.ts'
import { broken, Receiver } from './receiver.ts'
import { secondAttemptMs } from './retry-waits.ts'
import { startService } from './service.ts'
import { createHeldWorld, enqueueEvents, newAddress, newMerchant, type World } from './world.ts'

let world: World
let service: { stop(): Promise<void> }
let receiver: Receiver

beforeAll(async () => {
  world = await createHeldWorld()
  service = startService(world)
  receiver = await Receiver.start(broken)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await world.close()
})

/** Notes each wait of a probe as it is written: what is left of it is shorter whenever one looks. */
const noteWaits = () =>
  world.database.pool.query(`create table probe_wait (attempts int, seconds float8);
    create function note_wait() returns trigger language plpgsql as $$
      begin
        insert into probe_wait values (new.attempts, extract(epoch from new.available_at - now()));
        return new;
      end $$;
    create trigger note_wait after update on outbox for each row
      when (new.name = 'probe' and new.attempts = old.attempts and new.last_error is not null
        and new.available_at <> old.available_at)
      execute function note_wait()`)

/** Reads for how long the next probe after so many was put off; its lease may have been extended before. */
async function waitAfter(attempts: number): Promise<number> {
  await settle(world)
  const { rows } = await world.database.pool.query<{ seconds: number }>(
    'select seconds from probe_wait where attempts = $1 and seconds > 0 and seconds <> $2',
    [attempts, leaseMs / 1_000],
  )
  return rows[0]!.seconds
}

async function probeNow(attempts: number): Promise<void> {
  await world.database.pool.query(
    `update outbox set available_at = to_timestamp(0), attempts = $1 where name = 'probe'`,
    [attempts],
  )
  world.bus.wake('webhook')
}

test('each waits a quarter longer than the one before, from five seconds to five minutes', async () => {
  await noteWaits()
  const merchant = await newMerchant(world, { url: receiver.url })
  for (let index = 0; index < 4; index++) await enqueueEvents(world, merchant, newAddress(), 1, 1)
  await settle(world)
  await passTime(world, secondAttemptMs)
  for (const [before, seconds] of [5, 6.25, 7.8125, 9.765625].entries()) {
    expect(await waitAfter(before + 1)).toBeCloseTo(seconds, 3)
    await probeNow(before + 1)
  }
  await waitAfter(5)
  await probeNow(40)
  expect(await waitAfter(41)).toBeCloseTo(300, 3)
})
