/**
 * Writes what programs can hold on to of an API, as text whose diff a person reads in review: a line for each call,
 * parameter and field, with its type and bounds. Meanings and examples are left out: they change without breaking
 * anybody.
 */
import type { Route } from '../src/http/routing/route.ts'
import type { Api } from '../src/http/openapi/apis.ts'
import { describeApi } from '../src/http/openapi/document.ts'
import { problems as problemStatuses } from '../src/shared/problems.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
} & Partial<Record<'anyOf' | 'oneOf' | 'allOf', Schema[]>> &
  Partial<Record<Bound, number>>
type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems'
type Content = { content?: Record<string, { schema: Schema }> }
type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Writes `docs/api-surface.txt`: a chapter for each API. */
export const writeSurfaces = (apis: readonly Api[]): string =>
  [introduction, ...apis.map(writeSurface)].join('\n')

const introduction = `Written by \`npm run generate\`, for those who review a change. A call names who may make it and what it answers, with the problems of its own;
below it stand its parameters, the body that it takes, and the fields of an answer without a name. A \`?\` stands behind what may be left out.
`

/** Writes the calls of an API in the order of its routes, then its objects by name. */
export function writeSurface(api: Api): string {
  const document = describeApi(api) as unknown as Document
  const calls = api.routes.map((route) =>
    writeCall(route, document.paths[route.path]![route.method.toLowerCase()]!),
  )
  const objects = Object.entries(document.components.schemas).map(([name, schema]) =>
    writeLines(name, schema).join('\n'),
  )
  return `# ${api.title}\n\n${[...calls, '', ...objects].join('\n')}\n`
}

/** The first line names the call, who may make it, what it answers and which problems are its own. */
function writeCall(route: Route, { parameters = [], requestBody, responses }: Operation): string {
  const { method, path, operationId, problems = [] } = route
  const answers = Object.entries(responses).filter(([status]) => status < '400')
  const named = answers.map(([status, it]) => [status, ...bodiesOf(it).map(typeOf)].join(' '))
  const said = [...named, ...problems.map((code) => `${problemStatuses[code].status} ${code}`)]
  return [
    `${method} ${path} ${operationId} (${accessOf(route)}): ${said.join(', ')}`,
    ...indent([
      ...parameters
        .filter((it) => !isOfEveryCall(route, it))
        .map((it) => `${it.in} ${it.name}${it.required ? '' : '?'}: ${typeOf(it.schema)}`),
      ...bodiesOf(requestBody ?? {}).flatMap((body) => writeLines('body', body)),
      ...answers.flatMap(([, it]) => bodiesOf(it).flatMap(fieldsWithin)),
    ]),
  ].join('\n')
}

/** The network stands in the address of every call of a member. */
const isOfEveryCall = ({ access }: Route, { name }: Parameter): boolean =>
  access === 'member' && name === 'network'

const accessOf = (route: Route): string =>
  [
    route.access,
    ...('right' in route ? [route.right] : []),
    ...('needsProof' in route && route.needsProof
      ? [route.needsProof === 'inCall' ? 'proof in the call' : 'proof']
      : []),
    ...('forLeaving' in route && route.forLeaving ? ['leaving'] : []),
  ].join(' ')

const bodiesOf = ({ content = {} }: Content): Schema[] =>
  Object.values(content).map(({ schema }) => schema)

const indent = (lines: string[]): string[] => lines.map((line) => `  ${line}`)

/** A line for what is named, and below it one for each of its fields. */
function writeLines(name: string, schema: Schema): string[] {
  const { items, additionalProperties: others } = schema
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const inner = [
    ...choices,
    ...(items ? [items] : []),
    ...(typeof others === 'object' ? [others] : []),
  ]
  return [
    `${name}: ${typeOf(schema)}`,
    ...indent([...writeFields(schema), ...inner.flatMap(fieldsWithin)]),
  ]
}

const fieldsWithin = (schema: Schema): string[] =>
  writeLines('', schema)
    .slice(1)
    .map((line) => line.slice(2))

const writeFields = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.entries(properties).flatMap(([name, field]) =>
    writeLines(`${name}${required.includes(name) ? '' : '?'}`, field),
  )

function typeOf(schema: Schema): string {
  const { $ref, items, additionalProperties: others } = schema
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' | ')
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (items)
    return `list of ${inBrackets(typeOf(items))}${boundsOf(schema, 'minItems', 'maxItems')}`
  if (typeof others === 'object') return `object of ${typeOf(others)}`
  return simpleTypeOf(schema)
}

const inBrackets = (type: string): string => (type.includes(' | ') ? `(${type})` : type)

function simpleTypeOf(schema: Schema): string {
  const { type = 'anything', format, pattern } = schema
  const name = [type].flat().join(' | ')
  return [
    format ? `${name} (${format})` : name,
    boundsOf(schema, 'minimum', 'maximum'),
    boundsOf(schema, 'minLength', 'maxLength'),
    pattern ? ` /${pattern}/` : '',
  ].join('')
}

function boundsOf(schema: Schema, least: Bound, most: Bound): string {
  const [from, to] = [schema[least], schema[most]]
  return from === undefined && to === undefined ? '' : ` ${from ?? ''}..${to ?? ''}`
}
