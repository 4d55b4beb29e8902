/**
 * The filters of the dashboard's lists: what each takes, and how people set it. A list shares them with its totals and
 * its export, so that all three mean the same rows, and with its page, which shows what it is told.
 */
import { z } from 'zod'
import { showValue } from '../../requests/shown-value.ts'
import { AnyCaseAddress, textField } from '../../schemas/fields.ts'
import * as shared from '../../schemas/filters.ts'
import { MomentWithOffset } from '../../schemas/moment.ts'
import { flagParameter, listParameter, singleParameter } from '../../schemas/query.ts'
import { createdWithin, type MomentSpan } from '../../lists/spans.ts'
import type { ChargeReason } from '../../../../machines/reasons.ts'

export const ListFilter = z
  .strictObject({
    name: z.string().meta({ description: 'The parameter of the list', examples: ['statusIn'] }),
    label: z.string(),
    kind: z.enum(['choice', 'text', 'moment']),
    options: z.array(z.string()).optional(),
    names: z.record(z.string(), z.string()).optional().meta({
      description: 'What options are called, where that is not their own name',
    }),
    placeholder: z.string().optional(),
  })
  .meta({ id: 'ListFilter', description: 'How people set a filter of a list.' })

type FilterInput = Omit<z.infer<typeof ListFilter>, 'name'>

export type Filter<Parameter extends z.ZodType = z.ZodType> = {
  parameter: Parameter
  /** Absent of what programs alone set. */
  shown?: FilterInput
  /** `more`: it is needed now and then. `link`: only links from figures set it. */
  place?: 'more' | 'link'
}

export const text = <Parameter extends z.ZodType>(
  label: string,
  parameter: Parameter,
  placeholder?: string,
): Filter<Parameter> => ({
  parameter,
  shown: { label, kind: 'text', ...(placeholder !== undefined && { placeholder }) },
})

/** Several of some values, of which people are offered all, or those that they look for. */
export const choice = <const Values extends readonly [string, ...string[]]>(
  label: string,
  values: Values,
  options: readonly Values[number][] = values,
) => ({
  parameter: listParameter(values),
  shown: { label, kind: 'choice' as const, options: [...options] },
})

/** A filter that a link from a figure sets: `label` says on the page what the rows have in common. */
export const linked = <Parameter extends z.ZodType>(label: string, parameter: Parameter) => ({
  ...text(label, parameter),
  place: 'link' as const,
})

export const more = <Filters extends Record<string, Filter>>(filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, one]) => [name, { ...one, place: 'more' }]),
  ) as Filters

/** Filters of programs alone. */
export const hidden = <Filters extends Record<string, Filter>>(filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { parameter }]) => [name, { parameter }]),
  ) as Filters

export const momentParameter = (description: string) =>
  singleParameter(MomentWithOffset).optional().meta({ description })

export const booleanParameter = (description: string) =>
  flagParameter.optional().meta({ type: 'boolean', description })

export const textParameter = (name: string, description: string) =>
  singleParameter(textField(name, 200)).optional().meta({ description })

export const addressParameter = (description: string) =>
  singleParameter(AnyCaseAddress).optional().meta({ description })

const amountParameter = (description: string) =>
  singleParameter(
    z.string().regex(/^(0|[1-9][0-9]{0,59})(\.[0-9]{1,36})?$/, {
      error: ({ input }) => `must be a plain decimal such as 10 or 9.99; it is ${showValue(input)}`,
    }),
  )
    .optional()
    .meta({ description })

const wordsParameter = textParameter(
  'words',
  'That has all of these words, the first eight: in your own reference (any value in `metadata`), its description, its name, ' +
    'its customer or its addresses, as of who paid. Whole words; capitals and accents make no difference',
)
export const words = { words: text('Your reference, or words', wordsParameter, '4711') }
export const wordsOfPlan = { words: text('Words', wordsParameter) }

const spanNames: Record<MomentSpan, string> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '4h': 'Last 4 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}
/** Bounds how far back from now. */
export const within = {
  createdWithin: {
    parameter: createdWithin,
    shown: {
      label: 'Time',
      kind: 'choice' as const,
      options: Object.keys(spanNames),
      names: spanNames,
    },
  },
}

/** Moments that bound a list: what people call each, and what it means. */
export const moments = <Name extends string>(
  place: 'more' | 'link',
  named: Record<Name, readonly [label: string, description: string]>,
) =>
  Object.fromEntries(
    Object.entries<readonly [string, string]>(named).map(([name, [label, description]]) => [
      name,
      { parameter: momentParameter(description), shown: { label, kind: 'moment' }, place },
    ]),
  ) as Record<Name, Filter<ReturnType<typeof momentParameter>>>

export const created = moments('more', {
  createdFrom: ['Created from', 'Created at this moment or later'],
  createdTo: ['Created before', 'Created before this moment'],
})
export const expires = moments('more', {
  expiresFrom: ['To be paid from', 'To be paid by this moment or later'],
  expiresTo: ['To be paid before', 'To be paid before this moment'],
})

export const amounts = more({
  asset: text('Asset', textParameter('an asset code', 'Only this asset')),
  amountFrom: text('Amount from', amountParameter('This amount or more, whatever the asset'), '10'),
  amountTo: text(
    'Amount up to',
    amountParameter('This amount or less, whatever the asset'),
    '99.90',
  ),
})

/** The reasons that people look for; the API takes all of docs/reasons.md. */
export const soughtReasons: readonly ChargeReason[] = [
  'InsufficientBalance',
  'InsufficientAllowance',
  'AllowanceRevoked',
  'PayerBlocked',
  'GasWalletEmpty',
  'GasPriceTooHigh',
  'GraceExpired',
  'CancelRequested',
  'CancelledByPayer',
  'Withdrawn',
]

export const customerId = { customerId: text('Customer', shared.customerIdParameter) }
export const planId = { planId: text('Plan', shared.planIdParameter) }
export const payer = { payer: text('Payer', addressParameter('From one wallet'), '0x…') }
export const tags = (description?: string) => ({
  tags: text(
    'Tag of the plan',
    description === undefined ? shared.tagsParameter : shared.tagsParameter.meta({ description }),
  ),
})
