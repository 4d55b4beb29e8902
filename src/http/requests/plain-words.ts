/**
 * Says in plain words that continue the field's name what is wrong with it, for schemas
 * that say nothing of their own. Numbers and texts in a wrong form are repeated, so that
 * they can be found; a text of a wrong length may be a secret, so only its length is.
 */
import type { z } from 'zod'
import { showValue } from './shown-value.ts'

type RawIssue = z.core.$ZodRawIssue

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
      return `must be ${formats[issue.format] ?? 'in another form'}; it is ${showValue(issue.input)}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return `must be ${issue.values.map(String).join(' or ')}; it is ${showValue(issue.input)}`
    case 'unrecognized_keys':
      // Each is named by whoever counts them: zod's own message would be as long as all of them.
      return 'is not known'
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
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
  date: 'a day such as 2026-01-31',
}

function toMistyped({ expected, input }: Extract<RawIssue, { code: 'invalid_type' }>): string {
  const wanted = `must be ${types[expected] ?? expected}`
  // A text in the place of something else may be a secret that was put there by mistake.
  return typeof input === 'string' ? wanted : `${wanted}; it is ${showValue(input)}`
}

function measure({ input }: RawIssue, bound: string, limit: number | bigint): string {
  if (typeof input === 'string')
    return `have ${bound} ${count(limit, 'character')}; it has ${input.length}`
  if (Array.isArray(input)) return `have ${bound} ${count(limit, 'entry')}; it has ${input.length}`
  return `be ${bound} ${limit}; it is ${showValue(input)}`
}

const plurals = { character: 'characters', entry: 'entries' }

const count = (number: number | bigint, noun: keyof typeof plurals) =>
  `${number} ${Number(number) === 1 ? noun : plurals[noun]}`
