/** The shapes of the metrics, each with its definition in a sentence: what a reader sees beside the number. */
import { z } from 'zod'
import { Money } from '../../../core/resources/fields.ts'
import { ChargeReasonField } from '../../../core/reasons/reason-fields.ts'
import { RowsLink } from './rows-link.ts'

const count = z.int().nonnegative()
const Moved = z
  .strictObject({ count, mrr: Money, rows: RowsLink })
  .meta({ id: 'MetricMovement', description: 'Subscriptions, and their recurring revenue.' })
const Counted = z.strictObject({ count, rows: RowsLink }).meta({ id: 'MetricCount' })
const Summed = z.strictObject({ count, amount: Money, rows: RowsLink }).meta({ id: 'MetricSum' })

const percent = z.number().nonnegative()
const month = z.string().meta({ examples: ['2026-11'] })
const date = z.iso.date().meta({ examples: ['2026-11-23'] })

const Recovery = z
  .strictObject({
    reason: ChargeReasonField,
    failed: Summed.meta({
      description: 'Charges of which an attempt failed, for this reason first',
    }),
    recovered: Summed.meta({ description: 'How many of them succeeded after all' }),
    recoveredPercent: percent,
  })
  .meta({ id: 'MetricRecovery' })

const Cohort = z
  .strictObject({
    month,
    count: count.meta({ description: 'Subscriptions that were charged first in this month' }),
    rows: RowsLink,
    retained: z
      .array(z.strictObject({ month, count, rows: RowsLink }))
      .meta({ description: 'How many of them still paid at the end of each month' }),
  })
  .meta({ id: 'MetricCohort' })

const Day = z
  .strictObject({
    date,
    mrr: Money.meta({ description: 'At the end of the day' }),
    new: count,
    ended: count,
    succeeded: Money,
    failed: Money,
  })
  .meta({ id: 'MetricDay' })

export const MetricsOfAsset = z
  .strictObject({
    asset: z.string(),
    mrr: Money.meta({
      description:
        'Monthly recurring revenue at the end of the time: what the subscriptions that pay then bring in a month of ' +
        '30.4375 days, a twelfth of a year',
    }),
    mrrBefore: Money.meta({ description: 'The same at its beginning' }),
    subscriptions: Counted.meta({ description: 'That pay at its end' }),
    subscriptionsBefore: Counted.meta({ description: 'That paid at its beginning' }),
    activePayers: count.meta({ description: 'Different wallets of those that pay at its end' }),
    new: Moved.meta({ description: 'Charged for the first time' }),
    ended: z
      .strictObject({
        voluntary: Moved.meta({ description: 'Cancelled or withdrawn by somebody’s wish' }),
        involuntary: Moved.meta({ description: 'Ended because no charge came about in time' }),
        finished: Moved.meta({ description: 'All charges that were agreed on were made' }),
        switched: Moved.meta({ description: 'Another subscription took the place' }),
        paused: Moved.meta({ description: 'Paused now, and what was paid for would be over' }),
      })
      .meta({ id: 'MetricEndings', description: 'What was paid for ran out, by why.' }),
    churnPercent: percent.nullable().meta({
      description:
        'The voluntary and involuntary ends, of a hundred that paid at the beginning; null where none did',
    }),
    charges: z
      .strictObject({
        succeeded: Summed.meta({ description: 'By when the money moved' }),
        failed: Summed.meta({ description: 'Given up; by when they were due' }),
      })
      .meta({ id: 'MetricCharges' }),
    recovery: z
      .array(Recovery)
      .meta({ description: 'By the reason for which charges failed first' }),
    cohorts: z.array(Cohort).meta({ description: 'By the month of the first charge' }),
    days: z.array(Day),
  })
  .meta({
    id: 'MetricsOfAsset',
    description: 'The figures of one asset; [metrics](/docs/guides/metrics) defines them.',
  })
