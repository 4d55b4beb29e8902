/** Events of a merchant's log, and places in it: a log number, an event of it, or a moment of business time. */
import type { Owner } from '../../shared/owner.ts'
import { momentOfId } from '../../shared/ids.ts'
import { findInBoth } from '../archive/archived-events.ts'
import type { Database } from '../database.ts'
import type { LoggedEvent } from './events.ts'

type Reading = Pick<Database, 'pool' | 'archive'>

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

/** Finds an event of the owner by its id, which says when it happened; null where there is none. */
export async function findEvent(
  database: Reading,
  { merchantId, network }: Owner,
  eventId: string,
): Promise<LoggedEvent | null> {
  const values = [merchantId, network, eventId]
  const is = (first: number) =>
    `merchant_id = $${first} and network = $${first + 1} and event_id = $${first + 2}`
  const { held, archived } = await findInBoth<LoggedEvent>(
    database,
    { merchantId, network },
    {
      select: {
        text: `select log_number as "logNumber", event_id as "eventId", resource_id as "resourceId", body
        from merchant_event where ${is(1)}`,
        values,
      },
      missing: (first) => ({
        text: `(select true where not exists (select from merchant_event where ${is(first)}))`,
        values,
      }),
      from: momentOfId(eventId),
      isWanted: (event) => event.event_id === eventId,
    },
  )
  return archived
    ? {
        logNumber: archived.log_number,
        eventId: archived.event_id,
        resourceId: archived.resource_id,
        body: archived.body,
      }
    : held
}

async function findPlaceOfMoment(database: Reading, owner: Owner, moment: Date): Promise<number> {
  const { held, archived } = await findInBoth<{ place: number }>(database, owner, {
    select: {
      text: `select coalesce(
        (select min(log_number) - 1 from merchant_event
          where merchant_id = $1 and network = $2 and at >= $3::timestamptz),
        (select last_log_number from event_counter
          where merchant_id = $1 and network = $2), 0) as place`,
      values: [owner.merchantId, owner.network, moment.toISOString()],
    },
    missing: () => ({ text: 'true', values: [] }),
    from: moment,
    isWanted: (event) => new Date(event.at) >= moment,
  })
  return archived ? archived.log_number - 1 : held!.place
}
