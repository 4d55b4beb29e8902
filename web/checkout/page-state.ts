/**
 * What the page shows, from what the service tells and what this browser knows. The service
 * decides where a payment stands; the browser adds only that time has run out, and that a
 * transaction has been sent from here that nobody has seen yet.
 */
import type { PaymentView } from './payment-view.ts'

export type PageState =
  | 'waiting'
  | 'partial'
  | 'sent'
  | 'confirming'
  | 'paid'
  | 'overpaid'
  | 'refunded'
  | 'expired'
  | 'underpaid'
  | 'late'
  | 'cancelled'
  | 'paidAfterCancel'

type Standing = Pick<PaymentView, 'status' | 'phase' | 'expiresAt'>

/**
 * `now` in milliseconds, in the service's time; `isAwaited` while something sent from this browser
 * has not been seen.
 */
export function pageStateOf(view: Standing, now: number, isAwaited: boolean): PageState {
  const told = toldState(view, now)
  return isAwaited && mayPay(told) ? 'sent' : told
}

function toldState(view: Standing, now: number): PageState {
  const phase = view.phase.split('.').at(-1) ?? ''
  // The service says so itself a moment later; until then nobody should start to pay.
  const isOver = now > Date.parse(view.expiresAt)
  switch (view.status) {
    case 'Created':
      return isOver ? 'expired' : 'waiting'
    case 'InProgress':
      if (phase === 'Confirming') return 'confirming'
      return isOver ? 'underpaid' : 'partial'
    case 'Succeeded':
      if (phase === 'Overpaid') return 'overpaid'
      return 'paid'
    case 'Expired':
      if (phase.endsWith('Refunded')) return 'refunded'
      if (phase === 'Late') return 'late'
      return phase === 'Underpaid' ? 'underpaid' : 'expired'
    case 'Failed':
      if (phase.endsWith('Refunded')) return 'refunded'
      return phase === 'Funded' ? 'paidAfterCancel' : 'cancelled'
  }
}

/** Only here may the page offer to pay. */
export const mayPay = (state: PageState): boolean => state === 'waiting' || state === 'partial'

/** How a payment has ended, for the way back to the shop; null while that is open. */
export function outcomeOf(state: PageState): 'success' | 'failure' | null {
  if (state === 'paid' || state === 'overpaid') return 'success'
  const isOpen = mayPay(state) || state === 'sent' || state === 'confirming'
  return isOpen ? null : 'failure'
}
