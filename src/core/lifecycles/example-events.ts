/** An example of every event that a machine takes, made from the schema that checks it. */
import { z } from 'zod'
import type { ActorDefinition } from '../turn/actor-definitions.ts'

/** Types as much of a JSON schema as the events use. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const id = 'J7rZBq2LnW8sVtXhKd4mYc'

/** Texts of a fixed form, by what their schema's pattern takes; the first that fits is used. */
const formedTexts = [
  'InsufficientBalance',
  '25000000',
  address,
  '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b',
  '0x3f1a9c0d5b7e42868f0a1b2c3d4e5f60',
  id,
  'CH',
  'billing@shop.example',
  '0x',
]

/** Texts without a form, by the name of their field. */
const namedTexts: Record<string, string> = {
  asset: 'ltUSDC',
  blockchain: 'LocalTestNet',
  name: 'Monthly',
  description: 'Everything, every month.',
  customerId: 'customer-42',
  merchantId: 'merchant-7',
  tags: 'basic',
  legalName: 'Alpenladen GmbH',
  registrationNumber: 'CHE-123.456.789',
  by: 'operator@mandate.example',
  reason: 'The website does not show what is sold.',
  error: 'the endpoint answered 503',
}
const formats: Record<string, string> = {
  'date-time': '2027-03-01T12:00:00.000Z',
  uri: 'https://shop.example',
  email: 'billing@shop.example',
}

/** Whole numbers by the name of their field; all others are the least that their schema takes, or 1. */
const namedNumbers: Record<string, number> = {
  decimals: 6,
  periodDays: 30,
  graceDays: 3,
  httpStatus: 200,
  durationMs: 182,
  blockNumber: 21_400_000,
  jitter: 0.1,
  chargesLeft: 240,
  daysLeft: 31,
}

/** These would contradict themselves if every field had its own example. */
const particular: Record<string, object> = {
  'delivery.attemptFailed': { httpStatus: 503 },
  'destination.attemptFailed': { httpStatus: 503, lane: 'https://shop.example' },
  'subscription.giveFeedback': { comment: 'I need it only in summer.' },
  'payment.recordRefund': { note: 'Paid back by hand.' },
  'gasWallet.measured': { balance: '120000000000000000' },
  'transaction.finalized': {
    outcomes: [
      {
        kind: 'charge',
        id,
        contractAddress: address,
        outcome: 'done',
        reason: null,
      },
    ],
  },
}

/**
 * Returns an event of each type that the machine takes, by its type; each has passed the schema. Throws where
 * a schema has a form that nothing here fits, with its type.
 */
export function exampleEvents({ Event }: Pick<ActorDefinition, 'Event'>): Map<string, object> {
  const { oneOf, anyOf, ...only } = z.toJSONSchema(Event, { unrepresentable: 'any' }) as Schema
  const events = (oneOf ?? anyOf ?? [only]).map((one) => {
    const event = exampleOf(one, '') as { type: string }
    return Event.parse({ ...event, ...particular[event.type] })
  })
  return new Map(events.map((event) => [event.type, event]))
}

function exampleOf(schema: Schema, field: string): unknown {
  const { anyOf, oneOf, properties, items } = schema
  const choices = anyOf ?? oneOf
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? choices[0]!, field)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner, name)]),
    )
  if (items) return [exampleOf(items, field)]
  return plainExample(schema, field)
}

function plainExample({ type, pattern, format, minimum }: Schema, field: string): unknown {
  if (type === 'integer' || type === 'number')
    return namedNumbers[field] ?? Math.max(minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (format && formats[format]) return formats[format]
  if (pattern) return formedTexts.find((text) => new RegExp(pattern).test(text))
  // A text without a type is a reason, which reads as anything.
  return namedTexts[field] ?? (type === 'string' ? field || 'text' : 'InsufficientBalance')
}
