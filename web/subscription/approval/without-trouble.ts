import type { ApprovalOutcome } from './allow.ts'

/** Keeps what stays true whichever account the wallet shows: what was allowed. */
export const withoutTrouble = (outcome: ApprovalOutcome | null): ApprovalOutcome | null =>
  outcome?.outcome === 'trouble' || outcome?.outcome === 'zero' ? null : outcome
