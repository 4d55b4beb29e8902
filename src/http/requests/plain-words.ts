/**
 * Says in plain words that continue the field's name what is wrong with it, for schemas
 * that say nothing of their own. Numbers and texts in a wrong form are repeated, so that
 * they can be found; a text of a wrong length may be a secret, so only its length is.
 */
import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

const shownLengthMax = 80

/** Returns the message of an issue, or undefined where zod's own message has to do. */
export function explainIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : toMistyped(issue)
    case 'too_small':
      return `must ${measure(issue, 'at least', issue.minimum)}`
    case 'too_big':
      return `must ${measure(issue, 'at most', issue.maximum)}`
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in another form'}; it is ${show(issue.input)}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}; it is ${show(issue.input)}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return undefined
  }
}

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formats: Record<string, string> = {
  email: 'an e-mail address',
  url: 'an http or https address',
}

function toMistyped({ expected, input }: Extract<RawIssue, { code: 'invalid_type' }>): string {
  const wanted = `must be ${types[expected] ?? expected}`
  return typeof input === 'number' ? `${wanted}; it is ${input}` : wanted
}

function measure({ input }: RawIssue, bound: string, limit: number | bigint): string {
  if (typeof input === 'string')
    return `have ${bound} ${count(limit, 'character')}; it has ${input.length}`
  if (Array.isArray(input)) return `have ${bound} ${count(limit, 'entry')}; it has ${input.length}`
  return `be ${bound} ${limit}; it is ${show(input)}`
}

const plurals = { character: 'characters', entry: 'entries' }

const count = (number: number | bigint, noun: keyof typeof plurals) =>
  `${number} ${Number(number) === 1 ? noun : plurals[noun]}`

const show = (input: unknown): string =>
  typeof input === 'string' ? `'${input.slice(0, shownLengthMax)}'` : String(input)
