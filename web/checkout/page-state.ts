/**
 * What the page shows, from what the service tells and what this browser knows. The service
 * decides where a payment stands; the browser adds only that time has run out, and that a
 * transaction has been sent from here that nobody has seen yet.
 */
import type { PaymentView } from './payment-view.ts'

export type PageState =
  | 'waiting'
  | 'partial'
  /** Money that was seen is missing, and usually comes again by itself. */
  | 'takenBack'
  | 'sent'
  /** The address is not the payment's: nobody is asked for anything. */
  | 'blocked'
  | 'confirming'
  | 'paid'
  | 'overpaid'
  | 'refunded'
  | 'expired'
  | 'underpaid'
  | 'late'
  | 'cancelled'
  | 'paidAfterCancel'

type Standing = Pick<PaymentView, 'status' | 'phase' | 'reason' | 'expiresAt'>

/** What the browser knows by itself. */
export type LocalFacts = {
  /** In milliseconds, in the service's time. */
  now: number
  /** Something sent from here has not been seen yet. */
  isAwaited: boolean
  /** Address, factory or token are not as they must be. */
  isBlocked: boolean
}

export function pageStateOf(view: Standing, { now, isAwaited, isBlocked }: LocalFacts): PageState {
  const told = toldState(view, now)
  if (!mayPay(told)) return told
  if (isAwaited) return 'sent'
  if (isBlocked) return 'blocked'
  return isTakenBack(view) ? 'takenBack' : told
}

/** A reorganisation took back a block with money of this payment, which has not come again. */
export const isTakenBack = ({ reason }: Pick<PaymentView, 'reason'>): boolean =>
  reason === 'TakenBack'

function toldState(view: Standing, now: number): PageState {
  const phase = view.phase.split('.').at(-1) ?? ''
  // The service says so itself a moment later; until then nobody should start to pay.
  const isOver = now >= Date.parse(view.expiresAt)
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

/** Only here may the page ask to be paid. */
export const mayPay = (state: PageState): boolean => state === 'waiting' || state === 'partial'

/** How a payment has ended, for the way back to the shop; null while that is open. */
export function outcomeOf(state: PageState): 'success' | 'failure' | null {
  if (state === 'paid' || state === 'overpaid') return 'success'
  const isOpen = mayPay(state) || ['takenBack', 'sent', 'blocked', 'confirming'].includes(state)
  return isOpen ? null : 'failure'
}

/** What a payer must not overhear. */
export const isAlarming = (state: PageState): boolean =>
  state === 'blocked' || state === 'takenBack' || outcomeOf(state) === 'failure'
