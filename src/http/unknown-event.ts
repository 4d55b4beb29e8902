/** The answer to the id of an event that is not there, or that is of a month that is kept elsewhere. */
import type { Owner } from '../shared/owner.ts'
import { Problem } from '../shared/problems.ts'
import type { Database } from '../store/database.ts'
import { findMonthBehind } from '../store/views/event-places.ts'
import { unknownId } from './unknown-id.ts'

export async function unknownEvent(
  database: Pick<Database, 'pool'>,
  owner: Owner,
  eventId: string,
): Promise<Problem> {
  const month = await findMonthBehind(database, eventId)
  return month === null ? unknownId(owner, 'event', eventId) : keptElsewhere(eventId, month)
}

export const keptElsewhere = (eventId: string, month: string): Problem =>
  new Problem(
    'EventNotFound',
    `Events are kept from ${month} on, and '${eventId}' would be earlier: earlier months are kept elsewhere, by whoever runs the service.`,
  )
