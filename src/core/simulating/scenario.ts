/**
 * A plan, a scenario and a retry policy as data: what a simulation is asked. Days count from the moment at which the
 * subscription is created, and may have fractions; amounts are decimals of the plan's token.
 */
import { z } from 'zod'
import { withdrawalDaysMax } from '../../../machines/subscription/subscription.events.ts'
import { parseAmount } from '../../shared/money.ts'

const daysMax = 1_100
const happeningsMax = 50
const attemptsMax = 30
export const decimals = 6

const Amount = z.string().superRefine((text, context) => {
  if (text === '0') return
  const parsed = parseAmount(text, decimals)
  if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.message })
})
const Price = Amount.refine((text) => text !== '0', 'a charge takes more than nothing')

const Day = z.number().min(0).max(daysMax)
const span = { fromDay: Day, toDay: Day }

export const SimulatedPlan = z
  .strictObject({
    amount: Price,
    periodDays: z.int().min(1).max(365),
    maxPeriods: z.int().min(1).max(1_000),
    graceDays: z.int().min(0).max(364),
    withdrawalDays: z.int().min(1).max(withdrawalDaysMax).optional(),
    /** The day on which the first charge may be made. */
    startsOnDay: Day.default(0),
  })
  .refine(({ graceDays, periodDays }) => graceDays < periodDays, {
    path: ['graceDays'],
    message: 'the grace is shorter than the period',
  })
export type SimulatedPlan = z.infer<typeof SimulatedPlan>

/** The commands of a subscription that somebody can give in a scenario. */
export const Command = z.enum([
  'activate',
  'pause',
  'unpause',
  'cancel',
  'cancelAtPeriodEnd',
  'uncancel',
  'withdraw',
])

const Happening = z
  .discriminatedUnion('what', [
    /** The payer has nothing, and on `toDay` has again what was there before. */
    z.strictObject({ what: z.literal('walletEmpty'), ...span }),
    z.strictObject({ what: z.literal('allowanceSet'), onDay: Day, to: Amount }),
    /** The payer receives or spends until this much is left. */
    z.strictObject({ what: z.literal('balanceSet'), onDay: Day, to: Amount }),
    /** No node answers. */
    z.strictObject({ what: z.literal('rpcAway'), ...span }),
    /** A charge would cost more gas than the merchant allows. */
    z.strictObject({ what: z.literal('feesAboveLimit'), ...span }),
    z.strictObject({ what: z.literal('gasWalletEmpty'), ...span }),
    z.strictObject({
      what: z.literal('command'),
      onDay: Day,
      command: Command,
      by: z.enum(['merchant', 'payer']).default('merchant'),
      /** A pause ends by itself on this day. */
      untilDay: Day.optional(),
    }),
    /** The payer calls the contract, past the service. */
    z.strictObject({
      what: z.literal('onChain'),
      onDay: Day,
      call: z.enum(['freeze', 'unfreeze', 'cancel']),
    }),
    z.strictObject({ what: z.literal('strangerCharges'), onDay: Day }),
  ])
  .refine((one) => !('fromDay' in one) || one.fromDay < one.toDay, {
    path: ['toDay'],
    message: 'it ends after it has begun',
  })
export type Happening = z.infer<typeof Happening>

export const Scenario = z.strictObject({
  /** The number of simulated days. */
  days: z.number().positive().max(daysMax),
  payer: z.strictObject({ balance: Amount, allowance: Amount }),
  happenings: z.array(Happening).max(happeningsMax).default([]),
})
export type Scenario = z.infer<typeof Scenario>

/**
 * When a charge that failed is tried again: hours after it was due, and once a day after the last of them, as long as
 * the grace lasts; the last attempt is made ten minutes before its end. Left out: as the service does it.
 */
export const RetryPolicy = z
  .array(
    z
      .number()
      .min(0)
      .max(24 * 364),
  )
  .min(1)
  .max(attemptsMax)
  .refine(
    (hours) => hours[0] === 0,
    'the first attempt is made when the charge is due: begin with 0',
  )
  .refine(
    (hours) => hours.every((one, index) => index === 0 || one > hours[index - 1]!),
    'each attempt is later than the one before it',
  )
export type RetryPolicy = z.infer<typeof RetryPolicy>
