/** A body of each event type, as the description of the webhooks shows it. */
import type { Document } from './document.ts'

/** Writes them as a table that the types of the client hold. */
export function writeExamples({ webhooks }: Document): string {
  const lines = Object.entries(webhooks).map(([type, { post }]) => {
    const example = post.requestBody?.content?.['application/json']?.example
    if (example === undefined) throw new Error(`docs/openapi.json has no example of ${type}`)
    return `  ${type}: ${JSON.stringify(example)},`
  })
  return [
    'export type EventExamples = { [Type in Event["eventType"]]: Extract<Event, { eventType: Type }> }',
    '',
    '/** One event of every type. Nothing of it happened. */',
    'export const eventExamples: EventExamples = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}
