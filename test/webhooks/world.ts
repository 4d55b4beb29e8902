/**
 * A merchant with keys and an endpoint, and the parts of the service that webhooks pass
 * through, on a database and a NATS that only this test file uses.
 */
import { randomBytes } from 'node:crypto'
import { type Bus, connectBus } from '../../src/bus/bus.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog, type Log } from '../../src/shared/log.ts'
import type { Owner } from '../../src/shared/owner.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import type { Database } from '../../src/store/database.ts'
import { createApiKey } from '../../src/store/merchants/api-keys.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { setWebhookEndpoint } from '../../src/store/merchants/webhook-endpoints.ts'
import { freshDatabase } from '../support/database.ts'
import { shareNats, type TestBus } from '../support/nats.ts'
import { holdTime, passTime, settle } from '../support/settle.ts'

export type World = {
  database: Database & { url: string }
  bus: Bus
  clock: Clock
  log: Log
  secrets: Secrets
  masterKey: Buffer
  nats: TestBus
  close(): Promise<void>
}
export type Merchant = Owner & { keys: { name: string; secret: string }[] }

export const ownerOf = ({ merchantId, network }: Merchant): Owner => ({ merchantId, network })

export async function createWorld(): Promise<World> {
  const nats = shareNats()
  const database = await freshDatabase()
  const log = createLog(process.env['LOG_LEVEL'] ?? 'silent')
  const bus = await connectBus(nats, log)
  const masterKey = randomBytes(32)
  return {
    database,
    bus,
    clock: new Clock(),
    log,
    secrets: new Secrets(masterKey),
    masterKey,
    nats,
    async close() {
      await bus.close()
      await database.close()
      await nats.stop()
    },
  }
}

/** A world in which time stands still but for what is passed: no retry, no probe and no deadline comes by itself. */
export async function createHeldWorld(): Promise<World> {
  const world = await createWorld()
  const goOn = await holdTime(world)
  return {
    ...world,
    async close() {
      await goOn()
      await world.close()
    },
  }
}

/** Moves time on, and has everybody do what is due by then. */
export async function pass(world: Pick<World, 'database' | 'clock'>, ms: number): Promise<void> {
  await passTime(world, ms)
  await settle(world)
}

/** Makes a merchant with so many API keys on the test network, whose webhooks go to `url`. */
export async function newMerchant(
  world: World,
  { keys = 1, url = null }: { keys?: number; url?: string | null } = {},
): Promise<Merchant> {
  const owner: Owner = { merchantId: await createMerchant(world, 'Shop'), network: 'TestNet' }
  const made: Merchant['keys'] = []
  for (let index = 0; index < keys; index++)
    made.push(await createApiKey(world, owner, `key ${index}`))
  if (url) await setWebhookEndpoint(world, owner, url)
  return { ...owner, keys: made }
}

/** The event `sequence` of a subscription. */
type Place = { contractAddress: string; sequence: number }

/** Enqueues the event `sequence` of a subscription, as its turn does. */
export const enqueueEvent = (
  world: Pick<World, 'database' | 'clock'>,
  owner: Owner,
  contractAddress: string,
  sequence: number,
): Promise<void> => insertEvents(world, owner, [{ contractAddress, sequence }])

/** Enqueues the events `from` to `to` of a subscription, and has them taken. */
export async function enqueueEvents(
  world: Pick<World, 'database' | 'clock' | 'bus'>,
  owner: Owner,
  contractAddress: string,
  from: number,
  to: number,
): Promise<void> {
  const count = to - from + 1
  const places = Array.from({ length: count }, (_, n) => ({ contractAddress, sequence: from + n }))
  await insertEvents(world, owner, places)
  world.bus.wake('event')
}

/** Enqueues the first events of so many subscriptions, which need not wait for each other. */
export async function enqueueInManyLanes(
  world: Pick<World, 'database' | 'clock' | 'bus'>,
  owner: Owner,
  count: number,
): Promise<void> {
  const places = Array.from({ length: count }, () => ({
    contractAddress: newAddress(),
    sequence: 1,
  }))
  await insertEvents(world, owner, places)
  world.bus.wake('event')
}

async function insertEvents(
  { database, clock }: Pick<World, 'database' | 'clock'>,
  owner: Owner,
  places: Place[],
): Promise<void> {
  const payloads = places.map(({ contractAddress, sequence }) => ({
    eventType: sequence === 1 ? 'SubscriptionCreated' : 'SubscriptionStatusChanged',
    resourceKind: 'subscription',
    resourceId: contractAddress,
    sequence,
    resource: { contractAddress, metadata: 'order "7" — Grüße' },
    previousStatus: sequence === 1 ? null : 'Draft',
  }))
  const cause = { type: 'command', command: 'subscription.activate', by: 'merchant' }
  await database.pool.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload,
       cause, at, available_at)
     select concat_ws('/', 'subscription', place.id, payload->>'sequence', '0'), 'event', payload->>'eventType',
       'subscription', place.id, $1, $2, 'subscription/' || place.id, payload, $3::json, $4::timestamptz, now()
     from json_array_elements($5::json) as payload
       cross join lateral (select payload->>'resourceId' as id) as place`,
    [
      owner.merchantId,
      owner.network,
      JSON.stringify(cause),
      clock.now().toISOString(),
      JSON.stringify(payloads),
    ],
  )
}

/** A contract address that no other test uses. */
export const newAddress = (): string => `0x${randomBytes(20).toString('hex')}`

export type LoggedEvent = {
  logNumber: number
  eventId: string
  resourceId: string
  sequence: number
  body: string
}

/** Reads a merchant's whole event log. */
export async function readLog(
  { database }: Pick<World, 'database'>,
  { merchantId, network }: Owner,
): Promise<LoggedEvent[]> {
  const { rows } = await database.pool.query<LoggedEvent>(
    `select log_number as "logNumber", event_id as "eventId", resource_id as "resourceId", sequence, body
     from merchant_event where merchant_id = $1 and network = $2 order by log_number`,
    [merchantId, network],
  )
  return rows
}

/** Counts the rows that wait in a channel of the outbox. */
export async function countOutbox(
  { database }: Pick<World, 'database'>,
  channel: string,
): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from outbox where channel = $1',
    [channel],
  )
  return rows[0]!.count
}
