/**
 * Explains the faults of a chains file to its author: the field of which chain, what it holds, and what
 * it should hold. No web address is quoted, because there may be a key in it.
 */
import type { z } from 'zod'
import { editDistance } from '../edit-distance.ts'

type Issue = z.core.$ZodIssue

const valueLengthMax = 60
const secretFields = ['rpcUrls', 'publicRpcUrl', 'explorerUrl']
/** The most letters by which a misspelt name may differ from the one that is suggested. */
const editDistanceMax = 2

/** The names of all fields, by the thing that they belong to: `a chain`. */
export type FieldNames = Record<string, string[]>

/** Writes one line for each fault. */
export const explainFaults = (
  file: unknown,
  issues: readonly Issue[],
  names: FieldNames,
): string[] =>
  issues.filter(saysMore).map((issue) => {
    const place = placeOf(file, issue.path)
    const wrong = describe(file, issue, names)
    return place ? `${place}${valueOf(file, issue)}: ${wrong}` : wrong
  })

/**
 * Whether an issue adds something: for a value of the wrong type, or a number far too large, zod
 * reports several.
 */
const saysMore = (issue: Issue, _: number, issues: readonly Issue[]): boolean => {
  const isSafeBound = issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER
  return !issues.some(
    (other) =>
      other !== issue &&
      String(other.path) === String(issue.path) &&
      (isSafeBound || (other.code === 'invalid_type' && issue.code !== 'invalid_type')),
  )
}

/** Writes the place of a fault, `Base.assets.0.decimals`: a chain goes by its name, where it has one. */
function placeOf(file: unknown, path: readonly PropertyKey[]): string {
  const [index, ...fields] = path
  if (index === undefined) return ''
  const name = lookUp(file, [index, 'name'])
  return [typeof name === 'string' && name ? name : `chain ${Number(index) + 1}`, ...fields].join(
    '.',
  )
}

function valueOf(file: unknown, { path, code }: Issue): string {
  if (code === 'unrecognized_keys' || secretFields.some((field) => path.includes(field))) return ''
  const value = lookUp(file, path)
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return isPlain ? ` is ${JSON.stringify(value).slice(0, valueLengthMax)}` : ''
}

function describe(file: unknown, issue: Issue, names: FieldNames): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField(key, names)).join('; ')
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
    case 'too_big':
      return issue.message.startsWith('Too ') ? boundOf(issue) : issue.message
    case 'invalid_type':
      return `${lookUp(file, issue.path) === undefined ? 'is missing: it must be' : 'must be'} ${kindOf(issue.expected)}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return issue.message
  }
}

type Bound = Extract<Issue, { code: 'too_small' | 'too_big' }>

function boundOf(issue: Bound): string {
  const [comparison, bound] =
    issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum]
  if (
    bound === 1 &&
    issue.code === 'too_small' &&
    issue.origin !== 'int' &&
    issue.origin !== 'number'
  )
    return 'must not be empty'
  const of = { string: ' letters long', array: ' entries long' }[issue.origin as string] ?? ''
  const isAbove = issue.code === 'too_small' && issue.inclusive === false
  return isAbove ? `must be more than ${bound}` : `must be ${comparison} ${bound}${of}`
}

const kindOf = (expected: string): string =>
  ({
    int: 'a whole number',
    number: 'a number, without quotes',
    string: 'a text in quotes',
    boolean: 'true or false, without quotes',
    array: 'a list: [ … ]',
    object: 'an object: { … }',
    record: 'an object: { … }',
  })[expected] ?? expected

function unknownField(name: string, names: FieldNames): string {
  const all = Object.entries(names).flatMap(([owner, fields]) =>
    fields.map((field) => ({ owner, field, apart: differenceOf(name, field) })),
  )
  const near = all.sort((one, other) => one.apart - other.apart)[0]!
  const guess =
    near.field === name
      ? `it belongs to ${near.owner}`
      : near.apart <= editDistanceMax
        ? `did you mean "${near.field}", of ${near.owner}?`
        : 'remove it'
  return `there is no field "${name.slice(0, valueLengthMax)}" here, ${guess} (docs/chains-file.md has them all)`
}

/** Counts the letters by which two names differ, whatever their case. */
function differenceOf(one: string, other: string): number {
  const apart = editDistance(one.slice(0, valueLengthMax).toLowerCase(), other.toLowerCase())
  // A difference in case alone is a mistake, too.
  return apart || (one === other ? 0 : 1)
}

function lookUp(file: unknown, path: readonly PropertyKey[]): unknown {
  let value = file
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
