/** The events that are sent: tests, which say that nothing happened, and one of each type of the catalogue. */
import { idFields } from '../command/resource.ts'
import { eventExamples } from '../generated/examples.generated.ts'
import type { Event, WebhookTestEvent } from '../generated/types.generated.ts'

/** An event as it is sent. */
export type SentEvent = {
  eventId: string
  eventType: string
  sequence: number
  resourceId: string
  body: string
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const idLength = 22
const addressBytes = 20

/** Makes the test events 1 to `count` of a resource of their own. */
export function newTestEvents(
  count: number,
  { at = new Date(), message = 'Of an endpoint check.' }: { at?: Date; message?: string } = {},
): SentEvent[] {
  const resourceId = newId()
  return Array.from({ length: count }, (_, index) => {
    const event: WebhookTestEvent = {
      eventId: newId(),
      eventType: 'WebhookTest',
      eventTs: at.toISOString(),
      // The first of all: nobody's place in the log moves.
      logNumber: 1,
      sequence: index + 1,
      test: { id: resourceId, message: `${message} Nothing happened.` },
      previousStatus: null,
      cause: { type: 'command', command: 'webhook.test', by: 'merchant' },
    }
    return toSent(event, resourceId)
  })
}

/** Makes one event of each type, of resources that exist nowhere, numbered as the service does. */
export function newEventOfEachType(): SentEvent[] {
  const ids = new Map<string, string>()
  const sequences = new Map<string, number>()
  return Object.values(eventExamples).map((example) => {
    const kind = Object.keys(example).find((name) => !ofEveryEvent.has(name))!
    const idField = idFields[kind as keyof typeof idFields] ?? 'id'
    const id = ids.get(kind) ?? newIdOf(idField)
    const sequence = (sequences.get(kind) ?? 0) + 1
    ids.set(kind, id)
    sequences.set(kind, sequence)
    const resource = (example as unknown as Record<string, object>)[kind]
    const event = {
      ...example,
      eventId: newId(),
      eventTs: new Date().toISOString(),
      sequence,
      [kind]: { ...resource, ...(idField in resource! && { [idField]: id }) },
    }
    return toSent(event as Event, id)
  })
}

/** An event with the text that is sent of it. */
export const toSent = (event: Event, resourceId: string): SentEvent => ({
  eventId: event.eventId,
  eventType: event.eventType,
  sequence: event.sequence,
  resourceId,
  body: JSON.stringify(event),
})

const ofEveryEvent = new Set([
  'eventId',
  'eventType',
  'eventTs',
  'logNumber',
  'sequence',
  'previousStatus',
  'cause',
])

function newIdOf(field: string): string {
  if (field === 'contractAddress') return `0x${randomHex(addressBytes)}`
  return field === 'customerId' ? `endpoint-check-${newId()}` : newId()
}

/** Makes an id of the form that the service's have. */
const newId = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(idLength)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('')

const randomHex = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
