/** Reads the merchant's own events from the log of a service: the newest of each type. Nothing is made there. */
import type { ApiKey } from '../credentials.ts'
import { resourceOf } from '../command/resource.ts'
import { eventExamples } from '../generated/examples.generated.ts'
import type { Event } from '../generated/types.generated.ts'
import { createMandate } from '../mandate.ts'
import { type SentEvent, toSent } from './events.ts'

/** So many of the newest are looked through, and so many of the oldest for the types that are not among them. */
const lookedAtMax = 1_000
/** Later than anything, so that a reading from there on finds the end of the log. */
const endOfTime = '9999-12-31T23:59:59Z'

export async function readRealEvents(
  service: ApiKey & { baseUrl: string },
  signal: AbortSignal,
): Promise<SentEvent[]> {
  const { events } = createMandate(service)
  const read = (query: NonNullable<Parameters<typeof events.list>[0]>) =>
    events.list(query, { signal }).firstPage()
  const { page } = await read({ after: endOfTime, limit: 1 })
  const end = Number(page.after)
  const newest = await read({ after: Math.max(0, end - lookedAtMax), limit: lookedAtMax })
  const found = new Map(newest.items.map((event) => [event.eventType, event]))
  const missing = types.filter((type) => !found.has(type))
  if (missing.length > 0 && end > lookedAtMax) {
    const oldest = await read({ after: 0, limit: lookedAtMax, eventTypeIn: missing })
    for (const event of oldest.items) found.set(event.eventType, event)
  }
  return [...found.values()]
    .sort((one, other) => one.logNumber - other.logNumber)
    .map((event) => toSent(event, resourceOf(event).id))
}

const types = Object.keys(eventExamples) as Event['eventType'][]
