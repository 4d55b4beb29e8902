/** The `webhooks` of an OpenAPI document: the call that a merchant's server gets for each event. */
import { eventMeanings } from '../../shared/event-types.ts'
import { eventBodies, eventTypeNames } from '../schemas/events.ts'
import { type Components, describeSchema, type JsonSchema } from './schemas.ts'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const digest = '5d41402abc4b2a76b9719d911017c592ae2f1b7b6c6f7f6fd1f9a2c3b4d5e6f7'

const headers = [
  header('x-sp-key', 'The name of the API key that signs this call', 'test_3mK9ZdWvQm'),
  header('x-sp-digest', 'Hex HMAC-SHA256 of the raw body under the secret of that key', digest),
  header('webhook-id', 'The `eventId`', '1BwRWHZcSwfzWg9yhKUfzB'),
  header('webhook-timestamp', 'When this call was made, in Unix seconds', '1769860800'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

/** Describes the call of every event type; their bodies become components. */
export function describeWebhooks(components: Components): Record<string, JsonSchema> {
  return Object.fromEntries(
    eventTypeNames.map((type) => [
      type,
      {
        post: {
          operationId: `on${type}`,
          tags: ['Events'],
          summary: type,
          description: `${eventMeanings[type]} One call under each API key of the network.`,
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: describeSchema(eventBodies[type], 'output', components),
              },
            },
          },
          responses: {
            '2XX': { description: 'Delivered, if it comes within 15 s.' },
            '4XX': { description: 'Tried again later, as every other answer is.' },
          },
        },
      },
    ]),
  )
}
