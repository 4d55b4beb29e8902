/**
 * JSON Schemas of zod schemas, for the OpenAPI document. A schema with an id becomes a
 * component, described once and referred to everywhere.
 */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>
export type Components = Record<string, JsonSchema>
type Side = 'input' | 'output'

/**
 * Describes a schema. `io` says which side of it: what a client may send, or what comes
 * out of the parser. Components it refers to are added to `components`.
 */
export function describeSchema(schema: z.ZodType, io: Side, components: Components): JsonSchema {
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const { id, $defs, ...own } = forClients(described, io) as JsonSchema
  for (const [name, definition] of Object.entries(($defs ?? {}) as Components))
    components[name] = without(['id'], definition)
  const schemaItself = without(['$schema'], own)
  if (typeof id !== 'string') return schemaItself
  components[id] = schemaItself
  return { $ref: `#/components/schemas/${id}` }
}

function without(members: string[], schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !members.includes(name)))
}

/** Rewrites every schema inside a schema. */
function forClients(value: unknown, io: Side): unknown {
  if (Array.isArray(value)) return value.map((member) => forClients(member, io))
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isReference(key, member) ? toComponent(member) : forClients(member, io),
    ]),
  )
  return io === 'output'
    ? openToNewFields(withoutNoise(schema))
    : defaultInWords(withoutNoise(schema))
}

/** The pattern of a moment says in 300 characters what its format says; every number is a safe one. */
function withoutNoise(schema: JsonSchema): JsonSchema {
  const noise = [
    ...(schema['format'] === 'date-time' ? ['pattern'] : []),
    ...(schema['maximum'] === Number.MAX_SAFE_INTEGER ? ['maximum'] : []),
    ...(schema['minimum'] === Number.MIN_SAFE_INTEGER ? ['minimum'] : []),
  ]
  return noise.length > 0 ? without(noise, schema) : schema
}

const isReference = (key: string, member: unknown): member is string =>
  key === '$ref' && typeof member === 'string'

/** Schemas refer to `#/$defs/…`; in the document they live under `#/components/schemas/…`. */
const toComponent = (reference: string) => reference.replace('#/$defs/', '#/components/schemas/')

/** Answers may get new fields at any time, so no client is to refuse them. */
const openToNewFields = (schema: JsonSchema): JsonSchema =>
  schema['additionalProperties'] === false ? without(['additionalProperties'], schema) : schema

/** Says a default in words: generators take what has a `default` for something that is always there. */
function defaultInWords(schema: JsonSchema): JsonSchema {
  const { default: fallback, description } = schema
  // A schema whose field is called `default` has an object there.
  if (fallback === undefined || typeof fallback === 'object') return schema
  const words = `${JSON.stringify(fallback)} where it is left out`
  return {
    ...without(['default'], schema),
    description: typeof description === 'string' ? `${description}; ${words}` : words,
  }
}
