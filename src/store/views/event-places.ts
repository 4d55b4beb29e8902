/** Events of a merchant's log, and places in it: a log number, an event of it, or a moment of business time. */
import type { Owner } from '../../shared/owner.ts'
import { idPattern, momentOfId } from '../../shared/ids.ts'
import type { Database } from '../database.ts'
import { type Month, startOf } from '../partitions/months.ts'
import { findOldestPartition } from '../partitions/partitions.ts'
import type { LoggedEvent } from './events.ts'

type Reading = Pick<Database, 'pool'>

export type LogPlace = { logNumber: number } | { eventId: string } | { moment: Date }

/**
 * Finds the log number to read on after; null where the owner has no such event. For a moment it is
 * the last one before the first event of that moment or later, so that no later event is missed:
 * moments rise along the log, but for a few events whose turns overtook each other.
 */
export async function findPlace(
  database: Reading,
  owner: Owner,
  place: LogPlace,
): Promise<number | null> {
  if ('logNumber' in place) return place.logNumber
  if ('eventId' in place)
    return (await findEvent(database, owner, place.eventId))?.logNumber ?? null
  return findPlaceOfMoment(database, owner, place.moment)
}

/** Finds an event of the owner by its id; null where there is none. */
export async function findEvent(
  { pool }: Reading,
  { merchantId, network }: Owner,
  eventId: string,
): Promise<LoggedEvent | null> {
  const { rows } = await pool.query<LoggedEvent>(
    `select log_number as "logNumber", event_id as "eventId", resource_id as "resourceId", body
     from merchant_event where merchant_id = $1 and network = $2 and event_id = $3`,
    [merchantId, network, eventId],
  )
  return rows[0] ?? null
}

/**
 * Returns the month that the event log begins with, where an id is of an earlier moment: whether there was such an event
 * is known elsewhere. Null for any other id.
 */
export async function findMonthBehind({ pool }: Reading, eventId: string): Promise<string | null> {
  if (!idPattern.test(eventId)) return null
  const oldest = await findOldestPartition(pool, 'merchant_event')
  if (!oldest || oldest.holdsAllBefore) return null
  return momentOfId(eventId) < startOf(oldest.month as Month) ? oldest.month : null
}

async function findPlaceOfMoment(
  { pool }: Reading,
  { merchantId, network }: Owner,
  moment: Date,
): Promise<number> {
  const { rows } = await pool.query<{ place: number }>(
    `select coalesce(
      (select min(log_number) - 1 from merchant_event
        where merchant_id = $1 and network = $2 and at >= $3::timestamptz),
      (select last_log_number from event_counter
        where merchant_id = $1 and network = $2), 0) as place`,
    [merchantId, network, moment.toISOString()],
  )
  return rows[0]!.place
}
