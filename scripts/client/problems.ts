/** The codes of problems as classes, with the fields that each carries. */
import type { Document, Operation, Schema } from './document.ts'
import { commentOf, typeOf } from './types.ts'

export type ProblemLine = { code: string; means: string }

/** Problems that any call may meet; they are not repeated at each. */
const ofEveryCall = [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'CompanyApiKeyNotFound',
  'IdempotencyKeyReused',
  'SignatureUsed',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'ServiceUnavailable',
]

/** Lists the problems that an operation names in its answers, those of every call aside. */
export function problemsOf(operation: Operation): ProblemLine[] {
  return linesOf(operation)
    .filter(({ code }) => !ofEveryCall.includes(code))
    .map(({ code, means }) => ({ code: classOf(code), means }))
}

function linesOf({ responses }: Operation): ProblemLine[] {
  return Object.values(responses).flatMap(({ description = '' }) =>
    [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code, means]) => ({
      code: code!,
      means: means!,
    })),
  )
}

const classOf = (code: string): string => (code.endsWith('Error') ? code : `${code}Error`)

/** Writes a class for each code, and the map from codes to classes. */
export function writeProblems(document: Document): string {
  const { properties = {} } = document.components.schemas['Problem'] ?? {}
  const codes = (properties['code']?.enum ?? []) as string[]
  if (codes.length === 0)
    throw new Error('the client can not be generated: the schema Problem has no codes')
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const meanings = new Map(
    operations.flatMap(linesOf).map(({ code, means }) => [code, means] as const),
  )
  const classes = codes.map((code) => {
    const fields = fieldsOf(code, properties)
    const body = fields.length > 0 ? `{\n${fields.join('')}}` : '{}'
    const means = meanings.get(code)
    return `${commentOf(means ? [means] : [])}export class ${classOf(code)} extends ProblemError<'${code}'> ${body}\n`
  })
  const entries = codes.map((code) => `  ${code}: ${classOf(code)},\n`)
  return `${classes.join('\n')}\n/** The class of each code. */\nexport const problemClasses = {\n${entries.join('')}} as const\n`
}

/** A field says itself which problem it belongs to: "With BadRequest: each fault". */
function fieldsOf(code: string, properties: Record<string, Schema>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const [, codesNamed, what] = /^With ([^:]+): (.+)$/s.exec(schema.description ?? '') ?? []
    if (!what || !codesNamed!.split(/\W+/).includes(code)) return []
    return [
      `${commentOf([sentence(what)], '  ')}  declare readonly ${name}: ${typeOf(schema, 'received', 1)}\n`,
    ]
  })
}

const sentence = (text: string): string =>
  `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
