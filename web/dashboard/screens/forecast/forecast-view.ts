import { readersOffset } from '../../../messages/moments.ts'

export const classes = ['covered', 'atRisk', 'unknown'] as const
export type Class = (typeof classes)[number]

/** Its days are those of the reader's zone. */
export const forecastPath = (days: number): string =>
  `/forecast?days=${days}&utcOffset=${readersOffset()}`
