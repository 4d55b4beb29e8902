/**
 * The state that the page shows, from the service's view of the payment and from what this browser
 * knows. The service decides where a payment stands; the browser adds only that the time is over,
 * and that a transaction was sent from here which the service has not seen yet.
 */
import type { PaymentStanding } from '../../machines/actors.ts'
import type { PaymentView } from './payment-view.ts'

export type PageState =
  | 'waiting'
  | 'partial'
  /** Money that was seen is missing, and usually comes again by itself. */
  | 'takenBack'
  | 'sent'
  /** The address is not the payment's: the page asks for no money. */
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

type PaymentShown = Pick<PaymentView, 'status' | 'phase' | 'reason' | 'expiresAt'>

/** Facts that only this browser knows. */
export type LocalFacts = {
  /** In milliseconds, in the service's time. */
  now: number
  /** A transaction sent from here has not been seen by the service yet. */
  isAwaited: boolean
  /** Address, factory or token are not as they must be. */
  isBlocked: boolean
}

export function pageStateOf(
  view: PaymentShown,
  { now, isAwaited, isBlocked }: LocalFacts,
): PageState {
  const reported = serviceState(view, now)
  if (!mayPay(reported)) return reported
  if (isAwaited) return 'sent'
  if (isBlocked) return 'blocked'
  return isTakenBack(view) ? 'takenBack' : reported
}

/**
 * The time ran out on this payment. The page of one that was paid in time does not say that the time is over: whoever
 * opens the receipt later would take it for bad news.
 */
export const wasTooLate = (state: PageState): boolean =>
  ['expired', 'underpaid', 'late'].includes(state)

/**
 * A reorganisation removed a block with money of this payment, and the money has not come again.
 */
export const isTakenBack = ({ reason }: Pick<PaymentView, 'reason'>): boolean =>
  reason === 'TakenBack'

/** The page's state for each standing that the service reports. */
const stateOfStanding: Record<PaymentStanding, PageState> = {
  Created: 'waiting',
  Partial: 'partial',
  Confirming: 'confirming',
  Exact: 'paid',
  Overpaid: 'overpaid',
  Accepted: 'paid',
  ExcessRefunded: 'paid',
  Unpaid: 'expired',
  Underpaid: 'underpaid',
  Late: 'late',
  Refunded: 'refunded',
  Cancelled: 'cancelled',
  Funded: 'paidAfterCancel',
  FundsRefunded: 'refunded',
}

/** For a page that was loaded before the service learnt a new standing. */
const stateOfStatus: Record<PaymentView['status'], PageState> = {
  Created: 'waiting',
  InProgress: 'partial',
  Succeeded: 'paid',
  Expired: 'expired',
  Failed: 'cancelled',
}

function serviceState({ status, phase, expiresAt }: PaymentShown, now: number): PageState {
  const reported = phase in stateOfStanding ? stateOfStanding[phase] : stateOfStatus[status]
  // The service reports the expiry a moment later; until then nobody should start to pay.
  const isOver = now >= Date.parse(expiresAt)
  if (isOver && reported === 'waiting') return 'expired'
  return isOver && reported === 'partial' ? 'underpaid' : reported
}

/** The page may ask for money in these states only. */
export const mayPay = (state: PageState): boolean => state === 'waiting' || state === 'partial'

/** The payment's outcome, for the way back to the shop; null while it is open. */
export function outcomeOf(state: PageState): 'success' | 'failure' | null {
  if (state === 'paid' || state === 'overpaid') return 'success'
  const isOpen = mayPay(state) || ['takenBack', 'sent', 'blocked', 'confirming'].includes(state)
  return isOpen ? null : 'failure'
}

/** States that a screen reader announces at once (`role="alert"`), interrupting what it reads. */
export const isAlarming = (state: PageState): boolean =>
  state === 'blocked' || state === 'takenBack' || outcomeOf(state) === 'failure'
