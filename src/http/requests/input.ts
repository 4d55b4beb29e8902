/** Checks a request's parts with their zod schemas and names every fault at once. */
import { z } from 'zod'
import { badRequest, type FieldFault } from '../../shared/problems.ts'
import { explainIssue } from './plain-words.ts'

export type Schemas = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }
export type Parts = { params: unknown; query: unknown; body: unknown }

/** Enough to mend a request by; a body has space for thousands of wrong fields. */
const faultsMax = 100

const partNames = ['params', 'query', 'body'] as const

/** Returns the parsed parts; those without a schema are undefined. Throws a `BadRequest`. */
export function parseInput(schemas: Schemas, parts: Parts): Parts {
  const parsed: Parts = { params: undefined, query: undefined, body: undefined }
  const faults: FieldFault[] = []
  for (const name of partNames) {
    const result = schemas[name]?.safeParse(parts[name], { error: explainIssue })
    if (result?.success) parsed[name] = result.data
    else if (result) {
      const known = fieldsOf(schemas[name])
      faults.push(...result.error.issues.flatMap((issue) => toFaults(issue, name, known)))
    }
  }
  const [first, ...others] = oneForEachPath(faults)
  if (first) throw badRequest([first, ...others])
  return parsed
}

/** The first fault of a field is enough: a text that is no address has no checksum, either. */
function oneForEachPath(faults: FieldFault[]): FieldFault[] {
  const first = new Map<string, FieldFault>()
  for (const fault of faults) {
    if (!first.has(fault.path)) first.set(fault.path, fault)
    if (first.size === faultsMax) break
  }
  return [...first.values()]
}

/** The names that a part takes, for whom one of theirs is misspelt. */
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const listed = (known: string[]): string =>
  known.length > 0 ? `, which takes ${known.join(', ')}` : ''

type Issue = z.core.$ZodIssue

function toFaults(issue: Issue, part: string, known: string[]): FieldFault[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, faultsMax).map((key) => ({
      path: [...path, key.slice(0, 100)].join('.'),
      message: `is not a ${part === 'query' ? 'parameter' : 'field'} of this call${path.length === 0 ? listed(known) : ''}`,
    }))
  return [{ path: path.join('.') || part, message: issue.message }]
}
