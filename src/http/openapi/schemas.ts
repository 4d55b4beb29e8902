/**
 * JSON Schemas of zod schemas, for the OpenAPI document. A schema with an id becomes a
 * component, described once and referred to everywhere.
 */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>
export type Components = Record<string, JsonSchema>

/**
 * Describes a schema. `io` says which side of it: what a client may send, or what comes
 * out of the parser. Components it refers to are added to `components`.
 */
export function describeSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Components,
): JsonSchema {
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const { id, $defs, ...own } = referToComponents(described) as JsonSchema
  for (const [name, definition] of Object.entries(($defs ?? {}) as Components))
    components[name] = without('id', definition)
  const schemaItself = without('$schema', own)
  if (typeof id !== 'string') return schemaItself
  components[id] = schemaItself
  return { $ref: `#/components/schemas/${id}` }
}

function without(member: string, schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== member))
}

/** Schemas refer to `#/$defs/…`; in the document they live under `#/components/schemas/…`. */
function referToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referToComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : referToComponents(member),
    ]),
  )
}
