/** Places in a merchant's event log: a log number, an event of it, or a moment of business time. */
import type { Owner } from '../../shared/owner.ts'
import { findArchivedEvent, findArchivedFrom } from '../archive/archived-events.ts'
import type { Database } from '../database.ts'

export type LogPlace = { logNumber: number } | { eventId: string } | { moment: Date }

/**
 * Finds the log number to read on after; null where the owner has no such event. For a moment it is
 * the last one before the first event of that moment or later, so that no later event is missed:
 * moments rise along the log, but for a few events whose turns overtook each other.
 */
export async function findPlace(
  database: Database,
  owner: Owner,
  place: LogPlace,
): Promise<number | null> {
  if ('logNumber' in place) return place.logNumber
  if ('eventId' in place) return findPlaceOfEvent(database, owner, place.eventId)
  const archived = await findArchivedFrom(database, owner, place.moment)
  return archived ? archived.log_number - 1 : findPlaceOfMoment(database, owner, place.moment)
}

async function findPlaceOfEvent(
  database: Database,
  owner: Owner,
  eventId: string,
): Promise<number | null> {
  const { rows } = await database.pool.query<{ place: number }>({
    name: 'place-of-event',
    text: `select log_number as place from merchant_event
      where merchant_id = $1 and network = $2 and event_id = $3`,
    values: [owner.merchantId, owner.network, eventId],
  })
  if (rows[0]) return rows[0].place
  return (await findArchivedEvent(database, owner, eventId))?.log_number ?? null
}

async function findPlaceOfMoment(
  { pool }: Database,
  { merchantId, network }: Owner,
  moment: Date,
): Promise<number> {
  const { rows } = await pool.query<{ place: number }>({
    name: 'place-of-moment',
    text: `select coalesce(
        (select min(log_number) - 1 from merchant_event
          where merchant_id = $1 and network = $2 and at >= $3::timestamptz),
        (select last_log_number from event_counter
          where merchant_id = $1 and network = $2), 0) as place`,
    values: [merchantId, network, moment.toISOString()],
  })
  return rows[0]!.place
}
