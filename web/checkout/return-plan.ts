/**
 * How the payer gets back to the shop. The way is shown only once the outcome is; the page leaves
 * by itself only where the payer has watched that happen and nothing is left to read.
 */
import { isZero } from './money-text.ts'
import { outcomeOf, type PageState } from './page-state.ts'
import type { PaymentView } from './payment-view.ts'
import type { Query } from './query.ts'
import { withPaymentId } from './safe-target.ts'

export const leaveAfterSeconds = 8

export type ReturnPlan = { host: string; address: string; leavesByItself: boolean }

type Targets = Pick<Query, 'successTarget' | 'failTarget'>

/** Null while the outcome is open, and where the shop named no address that may be followed. */
export function planReturn(
  view: Pick<PaymentView, 'id' | 'seenAmount' | 'otherTokens'>,
  state: PageState,
  { successTarget, failTarget }: Targets,
  wasWatched: boolean,
): ReturnPlan | null {
  const outcome = outcomeOf(state)
  const target = outcome === 'success' ? successTarget : failTarget
  if (outcome === null || target === null) return null
  // Who has money in a payment that failed, or too much in one that did not, has to know.
  const isSettled = state === 'paid' || (outcome === 'failure' && isZero(view.seenAmount))
  return {
    host: target.host,
    address: withPaymentId(target, view.id),
    leavesByItself: wasWatched && isSettled && view.otherTokens.length === 0,
  }
}
