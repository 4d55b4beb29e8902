/** Schemas as types of TypeScript. */
import { componentOf, type Schema } from './document.ts'

const primitives: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * A sent value may hold a `Date` where a moment is asked for: it is written as ISO 8601. The service's own pages, which hand addresses
 * and hashes on to wallets, are shown that they begin with `0x`.
 */
export type Side = 'sent' | 'received' | 'shown'

/** Writes the type of a schema, indented for a place `depth` levels deep. */
export function typeOf(schema: Schema, side: Side, depth = 0): string {
  const component = componentOf(schema)
  if (component !== undefined) return component
  if (schema.enum) return union(schema.enum.map(literalOf))
  if ('const' in schema) return literalOf(schema.const)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives) return union(alternatives.map((one) => typeOf(one, side, depth)))
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, side, depth)).join(' & ')
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0) return union(types.map((type) => plainType(type, schema, side, depth)))
  return schema.properties ? objectType(schema, side, depth) : 'unknown'
}

function plainType(type: string, schema: Schema, side: Side, depth: number): string {
  if (type === 'array') return arrayOf(schema.items ? typeOf(schema.items, side, depth) : 'unknown')
  if (type === 'object') return objectType(schema, side, depth)
  if (type === 'string' && schema.format === 'date-time' && side === 'sent') return 'string | Date'
  if (type === 'string' && schema.pattern?.startsWith('^0x') && side === 'shown')
    return '`0x${string}`'
  return primitives[type] ?? 'unknown'
}

function objectType(schema: Schema, side: Side, depth: number): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const indent = '  '.repeat(depth + 1)
  const members = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    const comment = commentOf(describe(property), indent)
    return `${comment}${indent}${quoted(name)}${mark}: ${typeOf(property, side, depth + 1)}\n`
  })
  if (members.length === 0)
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? `Record<string, ${typeOf(additionalProperties, side, depth)}>`
      : 'Record<string, unknown>'
  return `{\n${members.join('')}${'  '.repeat(depth)}}`
}

const literalOf = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
const union = (types: string[]): string => [...new Set(types)].join(' | ')
const arrayOf = (item: string): string => (/[ {]/.test(item) ? `Array<${item}>` : `${item}[]`)
const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)

/** Says of a property what a reader of its type cannot see. */
function describe({ description, format, examples, default: usual }: Schema): string[] {
  return [
    ...(description ? [description] : []),
    ...(format === 'date-time' && !/ISO 8601/.test(description ?? '') ? ['ISO 8601.'] : []),
    ...(usual !== undefined && JSON.stringify(usual) !== '[]'
      ? [`Default: ${JSON.stringify(usual)}.`]
      : []),
    ...(examples && examples.length > 0
      ? [`Such as ${examples.map((one) => `\`${JSON.stringify(one)}\``).join(', ')}.`]
      : []),
  ]
}

/** Writes a doc comment with its line end, or nothing where there is nothing to say. */
export function commentOf(lines: string[], indent = ''): string {
  const written = lines
    .flatMap((line) => line.split('\n'))
    .map((line) => line.replaceAll('*/', '*\\/').trimEnd())
  if (written.length === 0) return ''
  if (written.length === 1) return `${indent}/** ${written[0]} */\n`
  return `${indent}/**\n${written.map((line) => `${indent} *${line && ` ${line}`}\n`).join('')}${indent} */\n`
}
