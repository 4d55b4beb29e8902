/** The chores of the webhook relay: what the outbox rows of the channel `webhook` ask for besides calls. */
import type { PoolClient } from 'pg'
import type { StatusOf } from '../../../machines/actors.ts'
import type { RemovalReason } from '../../../machines/delivery/delivery.events.ts'
import { newId } from '../../shared/ids.ts'
import type { Cause } from '../../shared/message.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import type { DestinationKey } from '../waiting-deliveries.ts'

export type Chore = Owner & {
  id: string
  name: string
  entityId: string
  cause: Cause
  payload: Record<string, unknown>
  attempts: number
  lastError: string | null
}

export type ChoreBounds = { probesMax: number; othersMax: number; leaseMs: number }

/**
 * Claims chores that are due, but for those `underWay` in this process: a probe is asked for again while
 * it waits for its answer. No other process claims them for `leaseMs`.
 */
export async function claimChores(
  { pool }: Database,
  underWay: string[],
  { probesMax, othersMax, leaseMs }: ChoreBounds,
): Promise<Chore[]> {
  const { rows } = await pool.query<Chore>({
    name: 'chore-claim',
    text: `update outbox set available_at = now() + $1 * interval '1 millisecond', attempts = attempts + 1
      where id = any(array(
        select due.id from (values (true, $2::int), (false, $3::int)) as bound(is_probe, free)
        cross join lateral (
          select id from outbox where channel = 'webhook' and name <> 'sendWebhook'
            and (name = 'probe') = is_probe and available_at <= now() and id <> all($4)
          order by available_at limit greatest(free, 0) for update skip locked) as due))
      returning id, name, entity_id as "entityId", merchant_id as "merchantId", network, cause,
        payload, attempts, last_error as "lastError"`,
    values: [leaseMs, probesMax, othersMax, underWay],
  })
  return rows
}

type Removal = { endpointId: string | null; apiKey: string | null; reason: RemovalReason }

/** Enqueues, inside the caller's commit, the end of the deliveries to an endpoint or under a key. */
export async function enqueueRemoval(
  client: PoolClient,
  { merchantId, network }: Owner,
  removal: Removal,
  at: Date,
): Promise<void> {
  const cause: Cause = {
    type: 'command',
    command: removal.reason === 'ApiKeyDeleted' ? 'apiKey.delete' : 'webhookEndpoint.remove',
    by: 'merchant',
  }
  const id = newId(at)
  await client.query(
    `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane, payload, cause,
       at, available_at)
     values ($1, 'webhook', 'endDeliveries', 'delivery', $2, $3, $4, '', $5, $6, $7, now())`,
    [`removal/${id}`, id, merchantId, network, removal, cause, at],
  )
}

/** Has the owner's destinations that are down probed at once. The caller wakes the channel `webhook`. */
export async function requestProbes(
  { pool }: Database,
  { merchantId, network }: Owner,
): Promise<void> {
  await pool.query({
    name: 'request-probes',
    text: `update outbox set available_at = to_timestamp(0), attempts = 0
      where channel = 'webhook' and name = 'probe' and merchant_id = $1 and network = $2`,
    values: [merchantId, network],
  })
}

/** Postpones the next probe, unless somebody has asked for one at once meanwhile. */
export async function postponeProbe(
  { pool }: Database,
  { id, attempts }: Chore,
  waitMs: number,
  error: string,
): Promise<void> {
  await pool.query({
    name: 'probe-wait',
    text: `update outbox set available_at = now() + $3 * interval '1 millisecond', last_error = $4
      where id = $1 and attempts = $2`,
    values: [id, attempts, waitMs, error.slice(0, 1000)],
  })
}

/** Ends earlier releases of the destination, whose rest this one finds, and reads how that is. */
export async function takeOverRelease(
  { pool }: Database,
  { id }: Chore,
  { endpointId, apiKey }: DestinationKey,
): Promise<StatusOf['destination'] | undefined> {
  const { rows } = await pool.query<{ status: StatusOf['destination'] }>({
    name: 'release-take-over',
    text: `with ended as (
        delete from outbox using outbox as own where own.id = $1 and outbox.channel = 'webhook'
          and outbox.name = 'release' and outbox.lane = own.lane and outbox.at < own.at)
      select status from destination where endpoint_id = $2 and api_key = $3`,
    values: [id, endpointId, apiKey],
  })
  return rows[0]?.status
}

/** Lets a release go on after `delayMs`, behind the delivery `after`. */
export async function continueRelease(
  { pool }: Database,
  { id, payload }: Chore,
  after: string,
  delayMs: number,
): Promise<void> {
  await pool.query({
    name: 'release-go-on',
    text: `update outbox set available_at = now() + $2 * interval '1 millisecond', payload = $3 where id = $1`,
    values: [id, delayMs, JSON.stringify({ ...payload, after })],
  })
}
