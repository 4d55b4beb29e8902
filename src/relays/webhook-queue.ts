/**
 * Claims the outbox rows of the channel `webhook` that may be sent now.
 *
 * A delivery is sent when it is the head of its lane: no earlier one is still on its way or not
 * even created. Rows behind a head are parked and considered again when the lane moves, so that
 * neither many merchants nor one with a dead endpoint and a long queue make a claim expensive.
 */
import { isDown, sendingRowId } from '../store/sending-rows.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../store/states.ts'
import type { SendWebhook } from '../store/waiting-deliveries.ts'
import type { DestinationStatus } from '../webhooks/destinations.ts'
import type { Database } from '../store/database.ts'
import type { ClaimedRow } from '../store/outbox.ts'
import type { OwnersCalls } from './slots.ts'

export type WebhookRow = Pick<
  ClaimedRow,
  'id' | 'merchantId' | 'network' | 'lane' | 'cause' | 'attempts'
> & {
  payload: SendWebhook
  /** Null where its destination never failed. */
  destinationStatus: DestinationStatus | null
}

const columns = `id, merchant_id as "merchantId", network, lane, payload, cause, attempts`

export type ClaimBounds = {
  /** Rows that may be claimed in all. */
  totalMax: number
  /** Calls of one merchant, those under way included. */
  perMerchantMax: number
  /** How long no other process may claim a claimed row. */
  leaseMs: number
}

/**
 * Rows of one merchant that one claim considers, how long those behind a head are parked, and how long
 * those of a destination that is down, if its first answer does not release them before.
 */
const consideredMax = 100
const parkedMs = 10_000
const parkedDownMs = 3_600_000

/**
 * Finds merchants by skipping from one to the next in the index, and their rows one by one. Joins
 * instead made the planner read the whole table: 330 ms a claim with 50,000 rows waiting, 50 ms this way.
 *
 * A row is current while its delivery stands where it asked for it; the others are dropped.
 */
const claimStatement = `with recursive owner as (
    (select merchant_id, network from outbox where channel = 'webhook'
      order by merchant_id, network limit 1)
    union all
    select further.* from owner cross join lateral (
      select merchant_id, network from outbox where channel = 'webhook'
        and (merchant_id, network) > (owner.merchant_id, owner.network)
      order by merchant_id, network limit 1) as further
  ), under_way as (
    select * from unnest($1::text[], $2::text[], $3::int[]) as t(merchant_id, network, calls)
  ), considered as (
    select merchant_id, network, $4 - coalesce(calls, 0) as dependencies, due.*
    from owner left join under_way using (merchant_id, network) cross join lateral (
      select id, entity_id, lane, (payload->>'sequence')::int as sequence, available_at,
        payload->>'endpointId' as endpoint_id, payload->>'apiKey' as api_key from outbox
      where channel = 'webhook' and merchant_id = owner.merchant_id and network = owner.network
        and available_at <= now() and name = 'sendWebhook'
      order by available_at limit ${consideredMax} for update skip locked) as due
    where coalesce(calls, 0) < $4
  ), judged as (
    select *, not exists (
        select 1 from delivery where delivery.lane = considered.lane
          and delivery.sequence < considered.sequence
          and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)}))
      and (
        select true from outbox as creation
        where creation.id = considered.lane || '/' || (considered.sequence - 1) || '/create') is null
      as is_head,
      exists (
        select 1 from delivery where delivery.id = considered.entity_id
          and considered.id = ${sendingRowId('delivery')}
          and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)})) as is_current,
      ${isDown('considered.endpoint_id', 'considered.api_key')}
        as is_down,
      (select status from destination where destination.endpoint_id = considered.endpoint_id
        and destination.api_key = considered.api_key) as destination_status
    from considered
  ), placed as (
    select id, dependencies, available_at, row_number() over (
      partition by merchant_id, network order by available_at, id) as place
    from judged where is_current and is_head and not is_down
  ), chosen as (
    select id from placed where place <= dependencies order by place, available_at limit $5
  ), claimed as (
    update outbox set attempts = attempts + 1, available_at = now() + $6 * interval '1 millisecond'
    where id = any(array(select id from chosen)) returning ${columns}
  ), parked as (
    update outbox set available_at = now() + ${parkedMs} * interval '1 millisecond'
    where id = any(array(select id from judged where is_current and not is_head and not is_down))
    returning ${columns}
  ), parked_down as (
    update outbox set available_at = now() + ${parkedDownMs} * interval '1 millisecond'
    where id = any(array(select id from judged where is_current and is_down)) returning ${columns}
  ), dropped as (
    delete from outbox where id = any(array(select id from judged where not is_current))
    returning ${columns}
  )
  select true as "isHead", claimed.*, destination_status as "destinationStatus"
    from claimed join judged on judged.id = claimed.id
  union all select false, *, null from parked
  union all select false, *, null from parked_down
  union all select false, *, null from dropped`

/**
 * Claims rows that may be sent now, for all merchants in turn: the first row of each comes before
 * the second of any. `mayHaveMore`: only a part was considered.
 */
export async function claimWebhooks(
  database: Database,
  underWay: OwnersCalls[],
  { totalMax, perMerchantMax, leaseMs }: ClaimBounds,
): Promise<{ rows: WebhookRow[]; mayHaveMore: boolean }> {
  const { rows } = await database.pool.query<WebhookRow & { isHead: boolean }>({
    name: 'webhook-claim',
    text: claimStatement,
    values: [
      underWay.map(({ merchantId }) => merchantId),
      underWay.map(({ network }) => network),
      underWay.map(({ calls }) => calls),
      perMerchantMax,
      totalMax,
      leaseMs,
    ],
  })
  const heads = rows.filter(({ isHead }) => isHead)
  return { rows: heads, mayHaveMore: heads.length < rows.length }
}

/**
 * Releases the parked rows of a lane, because the lane has moved. A row that was claimed before is
 * not parked, and stays claimed.
 */
export async function releaseLane(database: Database, lane: string): Promise<void> {
  await database.pool.query({
    name: 'webhook-release',
    text: `update outbox set available_at = to_timestamp(0)
      where channel = 'webhook' and lane = $1 and attempts = 0`,
    values: [lane],
  })
}

/** Extends the leases of claimed rows, so that no other process claims them while their calls are under way. */
export async function extendLeases(
  database: Database,
  rowIds: string[],
  leaseMs: number,
): Promise<void> {
  if (!rowIds.length) return
  await database.pool.query({
    name: 'webhook-extend',
    text: `update outbox set available_at = now() + $2 * interval '1 millisecond'
      where id = any($1)`,
    values: [rowIds, leaseMs],
  })
}
