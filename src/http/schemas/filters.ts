/** The filters that several lists share. */
import { z } from 'zod'
import { faultOfJson } from '../requests/json-text.ts'
import { textField } from './fields.ts'
import { MomentWithOffset } from './moment.ts'
import { flagParameter, singleParameter, wordsParameter } from './query.ts'
import { refuse } from './refuse.ts'

const metadataLengthMax = 4_096

export const planIdParameter = singleParameter(textField('a plan id', 100))
  .optional()
  .meta({ description: 'Only this plan' })

export const customerIdParameter = singleParameter(textField('a customer id', 255))
  .optional()
  .meta({ description: 'Only this customer, by the name that you gave it' })

const tagsMax = 20

/** Labels of plans: separated by commas, repeated, or both. */
export const tagsParameter = wordsParameter
  .pipe(z.array(textField('a tag', 50)).max(tagsMax, `must be at most ${tagsMax} tags`))
  .default([])
  .meta({ description: 'With one of these tags' })

/** Your own reference: what a subscription was created with, and its charges and events carry. */
export const metadataTextParameter = singleParameter(
  textField('a metadata text', metadataLengthMax),
)
  .optional()
  .meta({ description: 'Your own reference: `metadata` is exactly this text' })

/** A payment's own reference: its text, or members that its object has. */
export const metadataParameter = singleParameter(textField('a metadata text', metadataLengthMax))
  .transform(toMetadata)
  .optional()
  .meta({
    type: 'string',
    description:
      'Your own reference: the text that `metadata` is, or, as a JSON object, members that it has, ' +
      'such as `{"order":4711}`',
  })

/** A text that reads as a JSON object is one; anything else is the text itself. */
function toMetadata(text: string, context: z.RefinementCtx): string | Record<string, unknown> {
  const members = text.startsWith('{') ? parseMembers(text) : null
  const fault = members && faultOfJson(Buffer.from(text))
  if (fault) return refuse(context, fault)
  if (members === null || !unstorable.test(JSON.stringify(members))) return members ?? text
  return refuse(context, 'holds a NUL character or half of a surrogate pair')
}

/** Escapes that no text in the database has, as JSON writes them. */
const unstorable = /\\u(0000|d[89a-f])/

function parseMembers(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

/** The times of creation; spread into a query schema. */
export const created = {
  createdFrom: singleParameter(MomentWithOffset)
    .optional()
    .meta({ description: 'Created at this moment or later' }),
  createdTo: singleParameter(MomentWithOffset)
    .optional()
    .meta({ description: 'Created before this moment' }),
}

export const withTotal = flagParameter.default(false).meta({
  type: 'boolean',
  description:
    'Whether `page.total` says how many match; counting them costs as much as reading that far',
})
