/**
 * The shapes of query parameters. They come as lists of texts; a parameter that is not
 * a list may come once.
 */
import { z } from 'zod'
import { showValue } from '../requests/shown-value.ts'
import { wholeField } from './fields.ts'
import { refuse } from './refuse.ts'

const limitDefault = 50
export const limitMax = 1_000
const offsetMax = 2_147_483_647

const once = z
  .array(z.string())
  .transform((values, context) =>
    values.length === 1 ? values[0]! : refuse(context, 'comes more than once'),
  )

/** A parameter that comes at most once, as text. */
export const singleParameter = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  once.pipe(schema)

/** `true` or `false`, as its words. */
export const flagParameter = singleParameter(
  z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true'),
)

/** A whole number in plain digits; `beyond`: what leads further than the most. */
export const wholeParameter = (min: number, max: number, beyond = '') =>
  once
    .pipe(
      z.string().regex(/^-?[0-9]{1,15}$/, {
        error: ({ input }) =>
          `must be a whole number from ${min} to ${max}; it is ${showValue(input)}`,
      }),
    )
    .transform(Number)
    .pipe(wholeField(min, max, beyond))

/** No list has as many words to choose from. */
const wordsMax = 200

/** Words that are separated by commas, repeated, or both; empty ones are left out. */
export const wordsParameter = z.array(z.string()).transform((values, context) => {
  const words = values.flatMap((value) => value.split(',', wordsMax + 1))
  if (words.length > wordsMax) return refuse(context, `has more than ${wordsMax} entries`)
  return words.filter((word) => word !== '')
})

/** A list of the given words. An empty list filters nothing. */
export const listParameter = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  wordsParameter
    .pipe(
      z.array(
        z.enum(words, {
          error: ({ input }) => `must be among ${words.join(', ')}; it is ${showValue(input)}`,
        }),
      ),
    )
    .default([])

/** The parameters of a page of a list; spread into a query schema. */
export const page = {
  limit: wholeParameter(1, limitMax).default(limitDefault),
  offset: wholeParameter(0, offsetMax).default(0),
}

export const PageResource = z
  .strictObject({
    limit: z.int(),
    offset: z.int(),
  })
  .meta({ id: 'Page', description: 'The limit and offset that were applied.' })

export const PageOfTotalResource = PageResource.extend({
  total: z.int().meta({ description: 'How many there are beyond this page, too' }),
}).meta({ id: 'PageOfTotal', description: 'The limit and offset that were applied.' })
