/**
 * Says how far a list looks back from the moment in which it is read: a link with a span goes on meaning the latest.
 */
import { dayMs, hourMs, minuteMs } from '../../../machines/durations.ts'
import { singleParameter } from '../schemas/query.ts'
import { z } from 'zod'

const spansMs = {
  '15m': 15 * minuteMs,
  '1h': hourMs,
  '4h': 4 * hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
} as const

export type MomentSpan = keyof typeof spansMs
const spans = Object.keys(spansMs) as [MomentSpan, ...MomentSpan[]]

export const createdWithin = singleParameter(z.enum(spans))
  .optional()
  .meta({
    description:
      'Created in the latest 15 minutes, hour, … 90 days, by the clock of the network; that of the request log is real ' +
      'time. With `createdFrom` too, the later of both counts',
  })

/** Turns a span into the moment that it begins at. */
export function beginAt<Filter>(filter: Filter, now: Date): Filter {
  const { createdWithin: span, createdFrom } = filter as {
    createdWithin?: MomentSpan | undefined
    createdFrom?: Date | undefined
  }
  if (span === undefined) return filter
  const begin = now.getTime() - spansMs[span]
  const from = new Date(Math.max(begin, createdFrom?.getTime() ?? begin))
  return { ...filter, createdFrom: from, createdWithin: undefined }
}
