/**
 * Claims the outbox rows of the channel `webhook` that may be sent now.
 *
 * A delivery is sent when it is the head of its lane: no earlier one is still on its way or not
 * even created. Rows behind a head are parked and considered again when the lane moves, so that
 * neither many destinations nor a dead one with a long queue make a claim expensive.
 */
import type { Pool } from 'pg'
import { integerArray, textArray } from '../binary-array.ts'
import { gather } from '../gathered/gather.ts'
import { isDown, sendingRowId } from './sending-rows.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../../core/states.ts'
import type { DestinationKey, SendWebhook } from '../waiting-deliveries.ts'
import type { StatusOf } from '../../../machines/actors.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import type { ClaimedRow } from './outbox.ts'

export type WebhookRow = Pick<
  ClaimedRow,
  'id' | 'merchantId' | 'network' | 'lane' | 'cause' | 'attempts'
> & {
  payload: SendWebhook
  /** Null where its destination never failed. */
  destinationStatus: StatusOf['destination'] | null
}

/** A destination: how many of its calls are under way in this process, and how many may be. */
export type DestinationCalls = Owner &
  DestinationKey & { calls: number; callsMax: number; ownerCallsMax: number }

const isSending = `channel = 'webhook' and name = 'sendWebhook'`
/** What the index `outbox_webhooks_by_destination` holds, which is all of them; an order by it needs these words. */
const isOfDestination = `${isSending} and payload->>'endpointId' is not null`
/** A destination with its owner, as the index `outbox_webhooks_by_destination` is ordered by it. */
const destinationOrder = `merchant_id, network, payload->>'endpointId', payload->>'apiKey'`
const destinationColumns = `merchant_id, network, payload->>'endpointId' as endpoint_id,
  payload->>'apiKey' as api_key`
const columns = `id, merchant_id as "merchantId", network, lane, payload, cause, attempts`

/** One that is neither a head nor parked is dropped. `isFollowed`: another row of its lane is behind it. */
type Judged = WebhookRow & { isHead: boolean; isParked: boolean; isFollowed: boolean }

export type ClaimBounds = {
  /** Rows that may be claimed in all. */
  totalMax: number
  /** Calls of one merchant of whom none are under way. */
  perMerchantMax: number
  /** Calls to one destination to which none are under way. */
  perDestinationMax: number
  /** No other process may claim a claimed row for this long. */
  leaseMs: number
}

/** Rows of one destination that one claim considers at least: those behind a head are parked by the way. */
const consideredMin = 32
/** Rows behind a head are parked this long, if the lane does not move before. */
const parkedMs = 10_000
/** Rows of a destination that is down are parked this long, if its first answer does not release them before. */
const parkedDownMs = 3_600_000
/**
 * Rows behind one that waits itself are parked this long: its claim calls them back. Otherwise every row of a long queue
 * would be looked at every ten seconds.
 */
const parkedBehindMs = 86_400_000

/** Whether no earlier delivery of its lane is on its way, or not even created. */
const isHeadOf = (row: string): string => `not exists (
        select 1 from delivery where delivery.lane = ${row}.lane
          and delivery.sequence < ${row}.sequence
          and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)}))
      and (
        select true from outbox as creation
        where creation.id = ${row}.lane || '/' || (${row}.sequence - 1) || '/create') is null`

/** Whether a row is a webhook to the destination that a row of `table` names. */
export const isSendingTo = (table: string): string => `${isSending} and (${destinationOrder})
          = (${table}.merchant_id, ${table}.network, ${table}.endpoint_id, ${table}.api_key)`

/**
 * Finds destinations, as the recursive table `waiting`, by skipping from one to the next in the index, and their rows one by one. Joins
 * instead made the planner read the whole table: 330 ms a claim with 50,000 rows waiting, 50 ms this way.
 */
export const waitingDestinations = `
    (select ${destinationColumns} from outbox where ${isOfDestination}
      order by ${destinationOrder} limit 1)
    union all
    select further.* from waiting cross join lateral (
      select ${destinationColumns} from outbox where ${isOfDestination}
        and (${destinationOrder})
          > (waiting.merchant_id, waiting.network, waiting.endpoint_id, waiting.api_key)
      order by ${destinationOrder} limit 1) as further`

const callsUnderWay = `
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[])
      as t(merchant_id, network, endpoint_id, api_key, calls, calls_max, owner_calls_max)`

const callsOfOwners = `
    select merchant_id, network, sum(calls)::int as owner_calls, max(owner_calls_max) as owner_calls_max
    from under_way group by merchant_id, network`

/** A destination that has all the calls it may have is not considered, nor is its queue, however long. */
const destinationsWithRoom = `
    select waiting.*, coalesce(calls, 0) as calls, coalesce(calls_max, $8) as calls_max,
      coalesce(owner_calls, 0) as owner_calls,
      coalesce(under_way_of_owner.owner_calls_max, $9) as owner_calls_max,
      ${isDown('waiting.endpoint_id', 'waiting.api_key')} as is_down,
      (select status from destination where destination.endpoint_id = waiting.endpoint_id
        and destination.api_key = waiting.api_key) as destination_status
    from waiting left join under_way using (merchant_id, network, endpoint_id, api_key)
      left join under_way_of_owner using (merchant_id, network)
    where coalesce(calls, 0) < coalesce(calls_max, $8)
      and coalesce(owner_calls, 0) < coalesce(under_way_of_owner.owner_calls_max, $9)`

const consideredRows = `
    select open.*, due.* from open cross join lateral (
      select id, entity_id, lane, (payload->>'sequence')::int as sequence, available_at from outbox
      where ${isSendingTo('open')} and available_at <= now()
      order by available_at limit greatest(calls_max - calls, ${consideredMin})
      for update skip locked) as due`

/**
 * A row is current while its delivery stands where it asked for it. It is asked for by its key: as `exists` it was planned
 * as one pass over all deliveries that wait.
 */
const judgedRows = `
    select *, ${isHeadOf('considered')} as is_head,
      coalesce((
        select considered.id = ${sendingRowId('delivery')}
          and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)})
        from delivery where delivery.id = considered.entity_id), false) as is_current
    from considered`

/** Gives each destination's rows their places, those under way first, and by them each merchant's. */
const chosenRows = `placed as (
    select *, calls + row_number() over (
      partition by endpoint_id, api_key order by available_at, id) as place
    from judged where is_current and is_head and not is_down
  ), placed_of_owner as (
    select id, available_at, owner_calls_max, owner_calls + row_number() over (
      partition by merchant_id, network order by place, available_at, id)
      as place_of_owner
    from placed where place <= calls_max
  ), chosen as (
    select id from placed_of_owner where place_of_owner <= owner_calls_max
    order by place_of_owner, available_at limit $10
  )`

/**
 * Claims what is chosen, parks what has to wait, and drops what is not current. Parked rows count as never claimed: their
 * claimer has died, and what releases them leaves the claimed alone.
 */
const movedRows = `claimed as (
    update outbox set attempts = attempts + 1, available_at = now() + $11 * interval '1 millisecond'
    where id = any(array(select id from chosen)) returning ${columns}
  ), parked as (
    update outbox set attempts = 0, available_at = now() + ${parkedMs} * interval '1 millisecond'
    where id = any(array(select id from judged where is_current and (is_down or not is_head)))
    returning ${columns}
  ), dropped as (
    delete from outbox where id = any(array(select id from judged where not is_current))
    returning ${columns}
  )`

const isFollowed = (row: string): string => `exists (select from outbox as behind
      where behind.channel = 'webhook' and behind.name = 'sendWebhook' and behind.lane = ${row}.lane
        and (behind.payload->>'sequence')::int > (${row}.payload->>'sequence')::int)`

const claimStatement = `with recursive waiting as (${waitingDestinations}),
  under_way as (${callsUnderWay}), under_way_of_owner as (${callsOfOwners}),
  open as materialized (${destinationsWithRoom}),
  considered as (${consideredRows}), judged as (${judgedRows}), ${chosenRows}, ${movedRows}
  select true as "isHead", false as "isParked", claimed.*, destination_status as "destinationStatus",
    ${isFollowed('claimed')} as "isFollowed"
    from claimed join judged on judged.id = claimed.id
  union all select false, true, *, null, false from parked
  union all select false, false, *, null, ${isFollowed('dropped')} from dropped`

/** The first row of a lane that fits, by the index `outbox_webhooks_by_lane`. */
const inLane = (
  lane: string,
  condition: string,
  order = '',
) => `select id, attempts, available_at from outbox
      where ${isSending} and lane = ${lane} and ${condition} order by (payload->>'sequence')::int ${order} limit 1`

/**
 * Looks once more at what a claim has parked. While the claim still read what was before, the destination may have answered,
 * or the lane have moved, and released its rows before the claim came to them. So a row is parked for long where its
 * destination is still down, or where one before it waits itself; it is taken back where it is a head by now, and stays as it is otherwise.
 * The destination is locked, and the row before: it answers, or is claimed, before this, or after it, and releases what was
 * parked; a lane that moves from now on finds its rows parked.
 */
const secondLookStatement = `with parked as materialized (
    select id, lane, (payload->>'sequence')::int as sequence, payload->>'endpointId' as endpoint_id,
      payload->>'apiKey' as api_key from outbox where id = any($1)
  ), down as materialized (
    select endpoint_id, api_key from destination
    where (endpoint_id, api_key) in (select endpoint_id, api_key from parked)
      and status = 'Down' and failing_lane is null for share
  ), behind as materialized (
    select parked.id from parked cross join lateral (
      ${inLane('parked.lane', "(payload->>'sequence')::int < parked.sequence", 'desc')} for share skip locked) as before
    where before.attempts = 0
  ), moved as materialized (
    select id, case
        when down.api_key is not null then now() + ${parkedDownMs} * interval '1 millisecond'
        when ${isHeadOf('parked')} then to_timestamp(0)
        when id in (select id from behind) then now() + ${parkedBehindMs} * interval '1 millisecond' end as until
    from parked left join down using (endpoint_id, api_key)
  )
  update outbox set available_at = moved.until from moved
  where outbox.id = moved.id and outbox.id = any($1) and attempts = 0 and available_at > to_timestamp(0) and moved.until is not null`

/** What waits behind a row that is claimed or dropped now is looked at soon, also if nobody lives to release it. */
const callBackStatement = `update outbox set available_at = now() + ${parkedMs} * interval '1 millisecond'
  where attempts = 0 and id = any(array(
    select next.id from unnest($1::text[], $2::int[]) as taken(lane, sequence) cross join lateral (
      ${inLane('taken.lane', "(payload->>'sequence')::int > taken.sequence")}) as next
    where next.available_at > now() + ${parkedDownMs} * interval '1 millisecond' order by next.id))`

/**
 * Claims rows that may be sent now, for all merchants in turn: the first call of each comes before
 * the second of any, and so do those of its destinations. `mayHaveMore`: only a part was considered.
 */
export async function claimWebhooks(
  database: Database,
  underWay: DestinationCalls[],
  { totalMax, perMerchantMax, perDestinationMax, leaseMs }: ClaimBounds,
): Promise<{ rows: WebhookRow[]; mayHaveMore: boolean }> {
  const { rows } = await database.pool.query<Judged>({
    name: 'webhook-claim',
    text: claimStatement,
    values: [
      underWay.map(({ merchantId }) => merchantId),
      underWay.map(({ network }) => network),
      underWay.map(({ endpointId }) => endpointId),
      underWay.map(({ apiKey }) => apiKey),
      underWay.map(({ calls }) => calls),
      underWay.map(({ callsMax }) => callsMax),
      underWay.map(({ ownerCallsMax }) => ownerCallsMax),
      perDestinationMax,
      perMerchantMax,
      totalMax,
      leaseMs,
    ],
  })
  const parked = rows.filter(({ isParked }) => isParked).map(({ id }) => id)
  if (parked.length > 0)
    await database.pool.query({
      name: 'webhook-second-look',
      text: secondLookStatement,
      values: [parked],
    })
  const taken = rows.filter((row) => row.isFollowed)
  if (taken.length > 0)
    await database.pool.query({
      name: 'webhook-call-back',
      text: callBackStatement,
      values: [
        textArray(taken.map(({ lane }) => lane)),
        integerArray(taken.map(({ payload }) => payload.sequence)),
      ],
    })
  const heads = rows.filter(({ isHead }) => isHead)
  return { rows: heads, mayHaveMore: heads.length < rows.length }
}

/**
 * Releases up to `limit` rows that were parked because their destination was down; tells how many. Rows behind a head
 * wait for less.
 */
export async function releaseParked(
  { pool }: Database,
  { merchantId, network, endpointId, apiKey }: Owner & DestinationKey,
  limit: number,
): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'webhook-release-parked',
    text: `update outbox set available_at = to_timestamp(0) where id = any(array(
        select id from outbox where ${isSending} and (${destinationOrder}) = ($1, $2, $3, $4)
          and available_at > now() + ${parkedMs} * interval '1 millisecond'
          and available_at <= now() + ${parkedDownMs} * interval '1 millisecond' and attempts = 0
        order by available_at limit $5 for update skip locked))`,
    values: [merchantId, network, endpointId, apiKey, limit],
  })
  return rowCount ?? 0
}

/** Releases the first row of a lane, because the lane has moved. A row that is claimed stays claimed. */
export const releaseLane = gather(async (pool: Pool, lanes: string[]) => {
  await pool.query({
    name: 'webhook-release',
    text: `update outbox set available_at = to_timestamp(0) where attempts = 0 and id = any(array(
      select first.id from unnest($1::text[]) as moved(lane) cross join lateral (
        ${inLane('moved.lane', 'true')}) as first where first.attempts = 0 order by first.id))`,
    values: [textArray(lanes)],
  })
  return lanes.map(() => undefined)
})
