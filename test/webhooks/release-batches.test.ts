/** An answering destination releases what waits for it in batches that grow by the second, and once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimChores } from '../../src/store/engine/chore-queue.ts'
import { doChore } from '../../src/relays/chores/webhook-chores.ts'
import { Connections } from '../../src/webhooks/connections.ts'
import { derivedId } from '../../src/shared/ids.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  // No relay runs here that makes room for the deliveries of a month.
  await world.database.pool.query('create table delivery_of_any_id partition of delivery default')
})
beforeEach(async () => {
  await world.database.pool.query('truncate outbox, delivery, destination')
  await insertDestination()
})
afterAll(() => world.close())

const destination = { endpointId: 'endpoint', apiKey: 'key' }
/** The rows make batches up to the largest, twice that one, and a part of a third. */
const sizes = [50, 100, 200, 400, 500, 500, 7]
const count = sizes.reduce((sum, size) => sum + size)
/** More than any release here takes. */
const batchesMax = 20

async function insertDestination(): Promise<void> {
  await world.database.pool.query(
    `insert into destination (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     values ('destination', 'shop', 'TestNet', 'Answering', '', 1, 1, $1, now(), now())`,
    [{ context: { ...destination, failingLane: null } }],
  )
}

/** Deliveries that failed once, and wait for their next attempt. */
async function insertWaiting(): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => derivedId(new Date(), `${index}`))
  await world.database.pool.query(
    `insert into delivery (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     select id, 'shop', 'TestNet', 'Retrying', 'Waiting', 2, 1,
       jsonb_build_object('context', $2::jsonb || jsonb_build_object('lane', id)), now(), now()
     from unnest($1::text[]) as id`,
    [ids, { ...destination, sequence: 1, earlyFailures: 0 }],
  )
}

/** Calls that were parked because the destination was down. */
async function insertParked(): Promise<void> {
  await world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     select 'call ' || n, 'webhook', 'sendWebhook', 'delivery', n::text, 'shop', 'TestNet', n::text,
       $2::jsonb, '{}', now(), now() + interval '1 hour' from generate_series(1, $1) as n`,
    [count, destination],
  )
}

async function insertRelease(id: string): Promise<void> {
  await world.database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     values ($1, 'webhook', 'release', 'destination', 'destination', 'shop', 'TestNet',
       'destination', $2, '{}', clock_timestamp(), now())`,
    [id, destination],
  )
}

/** Takes what was released since, as workers do: the deliveries themselves move later. */
async function takeReleased(): Promise<{ deliveries: string[]; calls: string[] }> {
  const { rows } = await world.database.pool.query<{ id: string; channel: string }>(
    `delete from outbox where channel = 'actor' or name = 'sendWebhook' and available_at <= now()
     returning entity_id as id, channel`,
  )
  const idsOf = (wanted: string) =>
    rows.filter(({ channel }) => channel === wanted).map(({ id }) => id)
  return { deliveries: idsOf('actor'), calls: idsOf('webhook') }
}

const claim = () => claimChores(world.database, [], { probesMax: 0, othersMax: 5, leaseMs: 9_000 })

/** Does the next batch of all releases that are left, whose time has come; returns how many there were. */
async function releaseNext(): Promise<number> {
  await world.database.pool.query(
    `update outbox set available_at = now() where name = 'release' and available_at < now() + interval '2 seconds'`,
  )
  const chores = await claim()
  const dependencies = { ...world, connections: new Connections({ allowPrivateTargets: true }) }
  for (const chore of chores) await (await doChore(dependencies, chore))?.()
  return chores.length
}

/** Releases until nothing is left; returns what each batch released. */
async function releaseAll() {
  const batches: Awaited<ReturnType<typeof takeReleased>>[] = []
  while (batches.length < batchesMax && (await releaseNext()) > 0) {
    batches.push(await takeReleased())
    expect(await claim()).toEqual([])
  }
  return batches
}

test.each([
  ['deliveries that wait for their next attempt', insertWaiting, 'deliveries'],
  ['calls that were parked', insertParked, 'calls'],
] as const)(
  '%s are released in batches that grow, and each of them once',
  async (_, insert, of) => {
    await insert()
    await insertRelease('release')
    const batches = (await releaseAll()).map((batch) => batch[of])
    expect(batches.map(({ length }) => length)).toEqual(sizes)
    expect(new Set(batches.flat()).size).toBe(count)
  },
)

test('a newer release takes the place of an older one, and begins with few again', async () => {
  await insertParked()
  await insertRelease('older')
  for (let batch = 0; batch < 3; batch++) expect(await releaseNext()).toBe(1)
  expect((await takeReleased()).calls).toHaveLength(350)
  await insertRelease('newer')
  await releaseNext()
  await takeReleased()
  const batches = (await releaseAll()).map(({ calls }) => calls.length)
  expect(batches.slice(0, 3)).toEqual([100, 200, 400])
})
