/**
 * Examples of what goes in and comes out, made of the schemas that describe it: of the examples in them
 * and of words by the name of a field. A test holds each example to its schema.
 */
import { componentWords, exampleMoment, mostlyNull, words } from './example-words.ts'
import type { Components, JsonSchema } from './schemas.ts'

/** Objects in objects: the checklist in a merchant in a page is three. */
const depthMax = 12

type Named = { name: string; depth?: number }

/** Composes an example of a schema; `name` is the field that it stands in. */
export function composeExample(
  schema: JsonSchema,
  components: Components,
  { name, depth = 0 }: Named,
): unknown {
  if (depth > depthMax) return null
  const { $ref, examples, example } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (example !== undefined) return example
  if (typeof $ref === 'string')
    return composeComponent($ref.split('/').at(-1)!, components, { name, depth })
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return chooseWord(schema['enum'], name)
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (choices) return composeChoice(choices, components, { name, depth })
  return composeOfType(schema, components, { name, depth })
}

function composeComponent(id: string, components: Components, named: Named): unknown {
  const example = composeExample(components[id]!, components, named)
  return id in componentWords ? { ...(example as object), ...componentWords[id] } : example
}

/** Chooses one of several: null for what is mostly null, else the first that is not. */
function composeChoice(choices: JsonSchema[], components: Components, { name, depth }: Named) {
  const others = choices.filter(({ type }) => type !== 'null')
  if (others.length < choices.length && mostlyNull.has(name)) return null
  return composeExample(others[0] ?? choices[0]!, components, { name, depth: depth! })
}

function composeOfType(
  schema: JsonSchema,
  components: Components,
  { name, depth = 0 }: Named,
): unknown {
  const types = [schema['type']].flat()
  const type = types.includes('null') && mostlyNull.has(name) ? 'null' : types[0]
  switch (type) {
    case 'object':
      if ('properties' in schema) return composeObject(schema, components, depth)
      return typeof words[name] === 'object' ? words[name] : {}
    case 'array':
      return Array.isArray(words[name])
        ? words[name]
        : [composeExample(schema['items'] as JsonSchema, components, { name, depth: depth + 1 })]
    case 'string':
      return schema['format'] === 'date-time' ? exampleMoment : (words[name] ?? 'text')
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return words[name] ?? {}
  }
}

function composeObject(schema: JsonSchema, components: Components, depth: number): unknown {
  const properties = schema['properties'] as Record<string, JsonSchema>
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      composeExample(field, components, { name, depth: depth + 1 }),
    ]),
  )
}

function numberOf({ minimum, exclusiveMinimum }: JsonSchema, name: string): number {
  if (typeof words[name] === 'number') return words[name]
  return Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1))
}

const chooseWord = (choices: unknown[], name: string): unknown =>
  choices.includes(words[name]) ? words[name] : choices[0]
