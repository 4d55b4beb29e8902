import type { Owner } from './owner.ts'

/** Says where the test clock is moved to; it counts the owner's charges. */
export type ClockMove = { owner: Owner } & (
  | { seconds: number }
  | { until: Date }
  | { toNext: 'timer' | 'charge' }
)
