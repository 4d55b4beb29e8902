/** A long log is searched for what has not arrived part by part, and each event is found once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedId } from '../../src/shared/ids.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { listEventsOfRange } from '../../src/store/views/redeliveries.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { createWorld, type World } from './world.ts'

let world: World
let owner: Owner

/** More than twice what one call looks at. */
const count = 23_000
/** Half of these were given up, the others never to be sent. */
const missing = [1, 2, 9_999, 10_000, 10_001, 10_002, 20_000, 20_001, 22_999, 23_000]

beforeAll(async () => {
  world = await createWorld()
  // No relay runs here that makes room for what happens in a month.
  for (const table of ['merchant_event', 'delivery'])
    await world.database.pool.query(`create table ${table}_of_any_id partition of ${table} default`)
  owner = { merchantId: await createMerchant(world, 'Shop'), network: 'TestNet' }
  const { name } = await createApiKey(world, owner, 'key')
  const ids = Array.from({ length: count }, (_, index) => derivedId(new Date(), `${index}`))
  await world.database.pool.query(
    `insert into merchant_event (merchant_id, network, log_number, event_id, event_type,
       resource_kind, resource_id, sequence, body, at)
     select $1, 'TestNet', n, id, 'PlanStatusChanged', 'plan', id, 1, '{}', now()
     from unnest($2::text[]) with ordinality as t(id, n)`,
    [owner.merchantId, ids],
  )
  await world.database.pool.query(
    `insert into delivery (id, merchant_id, network, status, phase, revision, machine_version,
       snapshot, created_at, updated_at)
     select id, $1, 'TestNet', case when n = any($3) then 'Exhausted' else 'Delivered' end, '', 1, 1,
       jsonb_build_object('context', jsonb_build_object('eventId', id, 'apiKey', $4::text)), now(), now()
     from unnest($2::text[]) with ordinality as t(id, n)
     where not (n = any($3) and n % 2 = 0)`,
    [owner.merchantId, ids, missing, name],
  )
})
afterAll(() => world.close())

async function findAll(limit: number) {
  const found: number[] = []
  const parts: number[] = []
  const range = { until: null, status: null, isUndelivered: true, eventTypes: [] }
  for (let after: number | null = 0; after !== null;) {
    const part = await listEventsOfRange(world.database, owner, { ...range, after }, limit)
    found.push(...part.events.map(({ logNumber }) => logNumber))
    parts.push(part.events.length)
    if (part.next !== null) expect(part.next).toBeGreaterThan(after)
    after = part.next
  }
  return { found, parts }
}

test('a call looks at ten thousand events and says where to go on, also where it found none', async () => {
  const { found, parts } = await findAll(100)
  expect(found).toEqual(missing)
  expect(parts).toEqual([4, 3, 3])
})

test('a call that found as many as it may goes on behind the last of them', async () => {
  const { found, parts } = await findAll(2)
  expect(found).toEqual(missing)
  expect(Math.max(...parts)).toBe(2)
})

test('what has one status is found in the same way', async () => {
  const found: number[] = []
  const range = { until: null, status: 'Exhausted', isUndelivered: false, eventTypes: [] } as const
  for (let after: number | null = 0; after !== null;) {
    const part = await listEventsOfRange(world.database, owner, { ...range, after }, 100)
    found.push(...part.events.map(({ logNumber }) => logNumber))
    after = part.next
  }
  expect(found).toEqual(missing.filter((logNumber) => logNumber % 2 === 1))
})
