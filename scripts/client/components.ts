/** The components of the document as named types. */
import { componentOf, type Document, jsonSchemaOf, type Schema } from './document.ts'
import { commentOf, type Side, typeOf } from './types.ts'

/** Writes every component, in the document's order; `answered` is the side of those that answers have. */
export function writeComponents(document: Document, answered: Side = 'received'): string {
  const sent = componentsSent(document)
  return Object.entries(document.components.schemas)
    .map(([name, schema]) => {
      const side: Side = sent.has(name) ? 'sent' : answered
      const comment = commentOf(schema.description ? [schema.description] : [])
      return `${comment}export type ${name} = ${typeOf(schema, side)}\n`
    })
    .join('\n')
}

/** Finds the components that appear in requests and in no answer. */
function componentsSent(document: Document): Set<string> {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const inRequests = reachable(
    operations.flatMap(({ requestBody }) => jsonSchemaOf(requestBody) ?? []),
    document,
  )
  const inAnswers = reachable(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((answer) => jsonSchemaOf(answer) ?? []),
    ),
    document,
  )
  return new Set([...inRequests].filter((name) => !inAnswers.has(name)))
}

function reachable(schemas: Schema[], document: Document): Set<string> {
  const found = new Set<string>()
  const open = [...schemas]
  for (let schema = open.pop(); schema; schema = open.pop()) {
    const name = componentOf(schema)
    if (name !== undefined && !found.has(name)) {
      found.add(name)
      open.push(document.components.schemas[name] ?? {})
    }
    open.push(...partsOf(schema))
  }
  return found
}

function partsOf(schema: Schema): Schema[] {
  const { oneOf = [], anyOf = [], allOf = [], properties = {}, items } = schema
  const { additionalProperties } = schema
  return [
    ...oneOf,
    ...anyOf,
    ...allOf,
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
}
