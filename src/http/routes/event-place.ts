import { Problem } from '../../shared/problems.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../../store/database.ts'
import { findMonthBehind, findPlace, type LogPlace } from '../../store/views/event-places.ts'
import { keptElsewhere } from '../unknown-event.ts'

/** Returns the log number of a place; throws where the owner has no such event. */
export async function requirePlace(
  database: Database,
  owner: Owner,
  place: LogPlace,
): Promise<number> {
  const found = await findPlace(database, owner, place)
  if (found !== null) return found
  const name = 'eventId' in place ? place.eventId : ''
  const month = await findMonthBehind(database, name)
  if (month !== null) throw keptElsewhere(name, month)
  throw new Problem(
    'EventNotFound',
    `You have no event '${name}' on this network to read on after; use a log number such as 0, or a moment.`,
  )
}
