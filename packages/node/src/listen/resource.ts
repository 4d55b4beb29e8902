/** What an event is about, whichever type it is of. */
import type { Event } from '../generated/types.generated.ts'

export type Resource = { kind: string; id: string; status: string }

/** The fields that every event has; of the others, one object is the resource. */
const ofEveryEvent = ['cause']

/** Finds the resource, by its place in the body, so that a type of a newer service is shown too. */
export function resourceOf(event: Event): Resource {
  const [kind = '', resource = {}] =
    Object.entries(event as Record<string, unknown>).find(
      ([name, value]) =>
        typeof value === 'object' && value !== null && !ofEveryEvent.includes(name),
    ) ?? []
  const { id, contractAddress, customerId, status } = resource as Record<string, unknown>
  return {
    kind,
    id: textOf(id ?? contractAddress ?? customerId),
    status: textOf(status),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
