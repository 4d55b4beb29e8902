/**
 * The outbox rows of the channel `chain`: requests to chains. They are claimed lane by lane, and of each lane no more than
 * it has room for: what is claimed and put back costs two writes each time, and with thousands waiting that is most of the work.
 */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { type ClaimedRow, claimedColumns, toClaimed } from './outbox.ts'
import type { WaitReason } from '../../core/reasons/wait-reasons.ts'

/** The due requests of a lane with one name; `dueSince` is real time. */
export type WaitingRequests = { lane: string; name: string; dueSince: Date }

/** A claimed row; `leasedUntil` is the moment, as PostgreSQL writes it, until which nobody else may claim it. */
export type LeasedRow = ClaimedRow & { leasedUntil: string }

/** Says how many requests with a name may be claimed, and the gas of each at most. */
export type Room = { name: string; countMax: number; gasEach: bigint; initialGasEach?: bigint }
export type Claim = {
  /** In the order in which they share `gasMax`. */
  rooms: Room[]
  /** The gas of all together; the first request is claimed even if it needs more. */
  gasMax: bigint | null
  /** Requests that wait for this already are left where they are. */
  exceptWaitingFor: WaitReason | null
  /** Only requests that wait for nothing yet. */
  isNew: boolean
  leaseMs: number
}

/** Finds what is due, by lane and name, by skipping from one to the next in the index: however much waits. */
export async function findWaitingRequests({ pool }: Database): Promise<WaitingRequests[]> {
  const { rows } = await pool.query<Omit<WaitingRequests, 'dueSince'> & { dueSince: string }>({
    name: 'chain-requests-waiting',
    text: `with recursive waiting as (
        (select lane, name, available_at from outbox where channel = 'chain'
          order by lane, name, available_at limit 1)
        union all
        select further.* from waiting cross join lateral (
          select lane, name, available_at from outbox where channel = 'chain'
            and (lane, name) > (waiting.lane, waiting.name)
          order by lane, name, available_at limit 1) as further
      )
      select lane, name, available_at as "dueSince" from waiting where available_at <= now()
      order by available_at`,
  })
  return rows.map((row) => ({ ...row, dueSince: new Date(row.dueSince) }))
}

/**
 * Claims due requests of a lane for `leaseMs`; after that any process may claim them again. Requests that have waited
 * longest come first, and those asked for first where several were released together.
 */
export async function claimOfLane(
  { pool }: Database,
  lane: string,
  { rooms, gasMax, exceptWaitingFor, isNew, leaseMs }: Claim,
): Promise<LeasedRow[]> {
  const { rows } = await pool.query<Omit<LeasedRow, 'at'> & { at: string }>({
    name: isNew ? 'chain-requests-claim-new' : 'chain-requests-claim',
    text: `with due as (
        select due.*, place, case when is_initial then initial_gas else gas end as gas
        from unnest($2::text[], $3::int[], $4::numeric[], $5::numeric[])
          with ordinality as room(name, count_max, gas, initial_gas, place)
        cross join lateral (
          select id, available_at, at, payload->>'isInitial' = 'true' as is_initial from outbox
          where channel = 'chain' and lane = $1 and name = room.name and available_at <= now()
            and ($7::text is null or waits_for is distinct from $7)
            ${isNew ? 'and waits_for is null' : ''}
          order by available_at, at limit room.count_max for update skip locked) as due
      ), fitting as (
        select id, sum(gas) over (order by place, available_at, at, id) - gas as gas_before from due
      )
      update outbox set attempts = attempts + 1, available_at = now() + $8 * interval '1 millisecond'
      where id = any(array(select id from fitting
        where $6::numeric is null or gas_before = 0 or gas_before < $6))
      returning ${claimedColumns}, available_at as "leasedUntil"`,
    values: [
      lane,
      rooms.map(({ name }) => name),
      rooms.map(({ countMax }) => countMax),
      rooms.map(({ gasEach }) => String(gasEach)),
      rooms.map(({ gasEach, initialGasEach = gasEach }) => String(initialGasEach)),
      gasMax === null ? null : String(gasMax),
      exceptWaitingFor,
      leaseMs,
    ],
  })
  return toClaimed(rows)
}

/**
 * Extends leases on rows of a lane by `leaseMs` from now; returns those that were extended. A lease that has ended
 * is not extended: another process may have claimed its row.
 */
export async function extendLeasesOfLane(
  { pool }: Database,
  leases: Pick<LeasedRow, 'id' | 'leasedUntil'>[],
  leaseMs: number,
): Promise<Pick<LeasedRow, 'id' | 'leasedUntil'>[]> {
  const { rows } = await pool.query<Pick<LeasedRow, 'id' | 'leasedUntil'>>({
    name: 'chain-requests-extend',
    text: `with held as materialized (
        select row_id, leased_until, now() + $3 * interval '1 millisecond' as further_until
        from unnest($1::text[], $2::timestamptz[]) as lease(row_id, leased_until)
        where leased_until > now())
      update outbox set available_at = further_until from held
      where id = row_id and available_at = leased_until
      returning id, available_at as "leasedUntil"`,
    values: [leases.map(({ id }) => id), leases.map(({ leasedUntil }) => leasedUntil), leaseMs],
  })
  return rows
}

/** Rows that wait for others and are not claimed just now: those that are claimed are at their second try. */
const isWaitingForOthers = `channel = 'chain' and lane = $1 and waits_for = 'Others' and attempts = 1
  and available_at > now()`

export type WaitingForOthers = { count: number; untilMs: number | null }

/** Counts the rows of a lane that wait for others, and finds when the first of them may go: then all go together. */
export async function findWaitingForOthers(
  { pool }: Database,
  lane: string,
): Promise<WaitingForOthers> {
  const { rows } = await pool.query<WaitingForOthers>({
    name: 'sweeps-waiting',
    text: `select count(*)::int as count,
        (extract(epoch from min(available_at) - now()) * 1000)::float8 as "untilMs"
      from outbox where ${isWaitingForOthers}`,
    values: [lane],
  })
  return rows[0]!
}

/** Makes all rows of a lane that wait for others due now. The caller wakes the channel `chain`. */
export async function releaseWaitingForOthers({ pool }: Database, lane: string): Promise<void> {
  await pool.query(`update outbox set available_at = now() where ${isWaitingForOthers}`, [lane])
}

/**
 * Enqueues one request to mend a nonce lane at a time, in the outbox lane of its merchant's other requests. The caller
 * wakes the channel `chain`.
 */
export async function requestMending(
  { pool }: Database,
  { blockchain, wallet, merchantId, network }: Owner & { blockchain: string; wallet: string },
): Promise<void> {
  await pool.query({
    name: 'chain-ask-to-mend',
    text: `insert into outbox (id, channel, name, kind, entity_id, merchant_id, network, lane,
        payload, cause, at, available_at)
      values ($1, 'chain', 'mendLane', 'transaction', $2, $3, $4, $5, '{}',
        '{"type":"timer","timer":"laneCheck"}', now(), now())
      on conflict (id) do nothing`,
    values: [
      `lane/${blockchain}/${wallet}`,
      wallet,
      merchantId,
      network,
      `${blockchain}/${merchantId}`,
    ],
  })
}
