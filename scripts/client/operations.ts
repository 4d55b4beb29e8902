/** The operations of the document as methods: what the client needs to call each, and its types. */
import {
  componentOf,
  type Document,
  jsonSchemaOf,
  type Operation,
  type Schema,
} from './document.ts'
import { nameMethod } from './names.ts'
import { problemsOf } from './problems.ts'
import { commentOf, typeOf } from './types.ts'

export type Method = {
  group: string
  name: string
  /** The client needs this at run time, as a literal. */
  call: Record<string, string | true>
  signature: string
  comment: string[]
  /** Declarations of types that have no name in the document. */
  declarations: string
}

/** These take minutes, and go on after a caller has given up, so a repeat would do them twice. */
const slow = ['advanceTestClock']

const bodyWithFields = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  (componentOf(schema) !== undefined || Object.keys(schema.properties ?? {}).length > 0)

/** Describes every method, in the document's order; throws where two have one name. */
export function readMethods(document: Document): Method[] {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) =>
      describeMethod(document, verb.toUpperCase(), path, operation),
    ),
  )
  const names = methods.map(({ group, name }) => `${group}.${name}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice)
    throw new Error(`two operations are called ${twice}: name one in scripts/client/names.ts`)
  return methods
}

function describeMethod(
  document: Document,
  verb: string,
  path: string,
  operation: Operation,
): Method {
  const [group, name] = nameMethod(operation.operationId)
  const answer = readAnswer(operation)
  const taken = readTaken(document, operation)
  const { parameters = [] } = operation
  const isKeyed = parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `${parameter}: string`)
  const takenArguments = taken.map(
    ({ as, type, isOptional }) => `${as}${isOptional ? '?' : ''}: ${type}`,
  )
  const given = [...inPath, ...takenArguments, 'options?: CallOptions'].join(', ')
  return {
    group,
    name,
    call: {
      ...(verb !== 'GET' && { verb }),
      path,
      ...Object.fromEntries(taken.map(({ as }) => [as, true as const])),
      ...(operation.requestBody && taken.every(({ as }) => as !== 'body') && { empty: true }),
      ...(isKeyed && { keyed: true }),
      ...(slow.includes(operation.operationId) && { slow: true }),
      ...(operation.security?.length === 0 && { open: true }),
      ...answer.call,
    },
    signature: `${name}(${given}): ${answer.type}`,
    comment: describe(operation),
    declarations: [...taken, answer].map(({ declaration }) => declaration).join(''),
  }
}

type Taken = { as: 'query' | 'body'; type: string; isOptional: boolean; declaration: string }

function readTaken(
  { components }: Document,
  { operationId, parameters = [], requestBody }: Operation,
): Taken[] {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
  const body = jsonSchemaOf(requestBody)
  const fields = body && (components.schemas[componentOf(body) ?? ''] ?? body)
  return [
    ...(query.length > 0
      ? [
          {
            as: 'query' as const,
            isOptional: required.length === 0,
            ...declare(`${operationId}Query`, 'sent', {
              type: 'object',
              properties: Object.fromEntries(query.map(toProperty)),
              required,
            }),
          },
        ]
      : []),
    ...(body && bodyWithFields(body)
      ? [
          {
            as: 'body' as const,
            isOptional: (fields?.required ?? []).length === 0,
            ...declare(`${operationId}Body`, 'sent', body),
          },
        ]
      : []),
  ]
}

function toProperty({ name, description, schema }: NonNullable<Operation['parameters']>[number]) {
  return [name, { ...(description !== undefined && { description }), ...schema }] as const
}

type AnswerType = { call: Record<string, string>; type: string; declaration: string }

function readAnswer({ operationId, responses }: Operation): AnswerType {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const schema = jsonSchemaOf(answer)
  if (!schema)
    throw new Error(`the client can not be generated: ${operationId} answers no application/json`)
  const properties = Object.entries(schema.properties ?? {})
  const list = properties.find(([, { type }]) => type === 'array')
  if (list && schema.properties?.['page'])
    return {
      call: { lists: list[0] },
      type: `List<${typeOf(list[1].items!, 'received')}, ${typeOf(schema.properties['page'], 'received')}>`,
      declaration: '',
    }
  const [only] = properties
  if (only && properties.length === 1 && componentOf(only[1].items ?? only[1]) !== undefined)
    return {
      call: { gives: only[0] },
      type: `Promise<${typeOf(only[1], 'received')}>`,
      declaration: '',
    }
  // A caller would find `answer.customer.…` in one method, and the resource itself in all others.
  if (only && properties.length === 1 && only[1].properties)
    throw new Error(
      `the client can not be generated: ${operationId} answers an object '${only[0]}' without a name; give its schema an id`,
    )
  const { type, declaration } = declare(`${operationId}Answer`, 'received', schema)
  return { call: {}, type: `Promise<${type}>`, declaration }
}

/** Refers to a component by its name, and gives anything else a name. */
function declare(id: string, side: 'sent' | 'received', schema: Schema) {
  const component = componentOf(schema)
  if (component !== undefined) return { type: component, declaration: '' }
  const type = id[0]!.toUpperCase() + id.slice(1)
  return { type, declaration: `export type ${type} = ${typeOf(schema, side)}\n\n` }
}

function describe(operation: Operation): string[] {
  const { summary, description } = operation
  const problems = problemsOf(operation)
  return [
    ...(summary ? [`${summary}.`] : []),
    ...(description ? [description] : []),
    ...problems.map(({ code, means }) => `@throws {${code}} ${means}`),
  ]
}

/** Writes the table of calls, the types of the groups, and what they refer to. */
export function writeMethods(methods: Method[]): { table: string; types: string } {
  const groups = Map.groupBy(methods, ({ group }) => group)
  const table = [...groups].map(([group, members]) => {
    const lines = members.map(({ name, call }) => `    ${name}: ${literal(call)},\n`)
    return `  ${group}: {\n${lines.join('')}  },\n`
  })
  const types = [...groups].map(([group, members]) => {
    const lines = members.map(
      ({ comment, signature }) => `${commentOf(comment, '    ')}    ${signature}\n`,
    )
    return `  ${group}: {\n${lines.join('')}  }\n`
  })
  return {
    table: `export const calls = {\n${table.join('')}} as const\n`,
    types:
      methods.map(({ declarations }) => declarations).join('') +
      `/** The calls of the API, by what they are about. */\nexport type Groups = {\n${types.join('')}}\n`,
  }
}

const literal = (call: Record<string, string | true>): string =>
  `{ ${Object.entries(call)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`)
    .join(', ')} }`
