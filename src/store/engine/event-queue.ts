/** Takes the outbox rows of the channel `event`: of which merchants, and in which order they are logged. */
import type { PoolClient } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import { ownerArrays, textArray } from '../binary-array.ts'
import type { Database } from '../database.ts'
import { type ClaimedRow, claimedColumns } from './outbox.ts'
import type { MerchantEventPayload } from '../../shared/event-types.ts'

export type EventRow = Omit<ClaimedRow, 'payload'> & { payload: MerchantEventPayload }

/** What the index `outbox_events_by_merchant` holds, which is all of them: only these words may use it. */
const isOfMerchant = `channel = 'event' and merchant_id > ''`

/**
 * Finds merchants and networks with events to log, those with the oldest first, by skipping from one
 * to the next in the index.
 */
export async function ownersWaiting(database: Database, limit: number): Promise<Owner[]> {
  const { rows } = await database.pool.query<Owner>({
    name: 'event-owners',
    text: `with recursive owner as (
        (select merchant_id, network, available_at from outbox where ${isOfMerchant}
          order by merchant_id, network, available_at limit 1)
        union all
        select further.* from owner cross join lateral (
          select merchant_id, network, available_at from outbox where ${isOfMerchant}
            and (merchant_id, network) > (owner.merchant_id, owner.network)
          order by merchant_id, network, available_at limit 1) as further
      )
      select merchant_id as "merchantId", network from owner order by available_at limit $1`,
    values: [limit],
  })
  return rows
}

/**
 * Takes about `limitOfEach` rows of each owner out of the outbox, inside the caller's transaction, those of an
 * owner in log order. A lane is a resource: with a row come all earlier ones of its lane.
 */
export async function takeEvents(
  client: PoolClient,
  owners: Owner[],
  limitOfEach: number,
): Promise<EventRow[]> {
  const ends = await lanesWaiting(client, owners, limitOfEach)
  const { rows } = await client.query<EventRow>({
    name: 'event-take',
    text: `delete from outbox where channel = 'event' and lane = any($1)
        and (payload->>'sequence')::int <= ($2::jsonb->>lane)::int
      returning ${claimedColumns}`,
    values: [textArray([...ends.keys()]), JSON.stringify(Object.fromEntries(ends))],
  })
  // The pool of the ORM returns moments as the text that Postgres sends.
  return inLogOrder(rows.map((row) => ({ ...row, at: new Date(row.at) })))
}

/** Finds the lanes of the rows that wait longest, each with the last of these rows. */
async function lanesWaiting(
  client: PoolClient,
  owners: Owner[],
  limitOfEach: number,
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ lane: string; sequence: number }>({
    name: 'event-lanes',
    text: `select lane, max(sequence) as sequence
      from unnest($1::text[], $2::text[]) as asked(merchant_id, network) cross join lateral (
        select lane, (payload->>'sequence')::int as sequence from outbox
        where ${isOfMerchant} and merchant_id = asked.merchant_id and network = asked.network
        order by available_at limit $3) as oldest
      group by lane`,
    values: [...ownerArrays(owners), limitOfEach],
  })
  return new Map(rows.map(({ lane, sequence }) => [lane, sequence]))
}

/**
 * Sorts by time, but puts no later event of a resource before its earlier one, whatever the clocks
 * of their turns; and first of all what tells that numbers were skipped.
 */
function inLogOrder(rows: EventRow[]): EventRow[] {
  const latest = new Map<string, number>()
  return rows
    .toSorted((one, other) => one.payload.sequence - other.payload.sequence)
    .map((row) => {
      const moment = Math.max(row.at.getTime(), latest.get(row.lane) ?? 0)
      latest.set(row.lane, moment)
      return { row, moment }
    })
    .toSorted(
      (one, other) =>
        Number(tellsOfGap(other.row)) - Number(tellsOfGap(one.row)) || one.moment - other.moment,
    )
    .map(({ row }) => row)
}

const tellsOfGap = ({ name }: EventRow): boolean => name === 'EventLogRestored'
