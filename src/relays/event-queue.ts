/** The outbox rows of the channel `event`: whose they are, and in which order they are logged. */
import type { PoolClient } from 'pg'
import type { Network } from '../shared/network.ts'
import type { Database } from '../store/database.ts'
import { type ClaimedRow, claimedColumns } from '../store/outbox.ts'
import type { EventTold } from '../webhooks/catalogue.ts'

export type EventOwner = { merchantId: string; network: Network }
export type EventRow = Omit<ClaimedRow, 'payload'> & { payload: EventTold }

/** Finds merchants and networks with events to log, those that wait longest first. */
export async function ownersWaiting(database: Database, limit: number): Promise<EventOwner[]> {
  const { rows } = await database.pool.query<EventOwner>({
    name: 'event-owners',
    text: `select merchant_id as "merchantId", network from outbox where channel = 'event'
      group by merchant_id, network order by min(available_at) limit $1`,
    values: [limit],
  })
  return rows
}

/**
 * Takes about `limit` rows out of the outbox, inside the caller's transaction, in log
 * order. With a row come all earlier ones of its resource, however many.
 */
export async function takeEvents(
  client: PoolClient,
  { merchantId, network }: EventOwner,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>({
    name: 'event-take',
    text: `with waiting as (
        select id, payload->>'resourceKind' as kind, payload->>'resourceId' as resource,
          (payload->>'sequence')::int as sequence, at
        from outbox where channel = 'event' and merchant_id = $1 and network = $2
      ), oldest as (
        select kind, resource, max(sequence) as sequence
        from (select * from waiting order by at, id limit $3) as few group by kind, resource
      )
      delete from outbox where id in (
        select id from waiting join oldest using (kind, resource)
        where waiting.sequence <= oldest.sequence)
      returning ${claimedColumns}`,
    values: [merchantId, network, limit],
  })
  // The ORM's pool leaves moments as the texts that Postgres sends.
  return inLogOrder(rows.map((row) => ({ ...row, at: new Date(row.at) })))
}

/** By time, but never a resource's later event before its earlier one, whatever their clocks said. */
function inLogOrder(rows: EventRow[]): EventRow[] {
  const latest = new Map<string, number>()
  return rows
    .toSorted((one, other) => one.payload.sequence - other.payload.sequence)
    .map((row) => {
      const resource = `${row.payload.resourceKind}/${row.payload.resourceId}`
      const moment = Math.max(row.at.getTime(), latest.get(resource) ?? 0)
      latest.set(resource, moment)
      return { row, moment }
    })
    .toSorted((one, other) => one.moment - other.moment)
    .map(({ row }) => row)
}
