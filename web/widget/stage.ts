/** Says where a subscription stands, as its payer sees it on the widget once something is allowed. */
import type { OwnSubscription } from '../api/session.generated.ts'
import { toBaseUnits } from '../../src/shared/money.ts'
import { isOver } from './draft.ts'
import { decimalOf } from '../session/decimal-of.ts'

export type Stage =
  /** The first charge is on its way. */
  | 'beginning'
  | 'waitingForFunds'
  /** It begins on its own later. */
  | 'scheduled'
  /** It would begin later, and the wallet has too little for it so far. */
  | 'scheduledShort'
  /** It begins once the subscription that it replaces has ended. */
  | 'succeeding'
  | 'active'
  /** Its end is decided, and the paid time still runs. */
  | 'ending'
  | 'paused'
  /** A charge is held up, or was tried in vain. */
  | 'suspended'
  /** It has ended, such as one that could not take another's place any more. */
  | 'over'

const pausing = ['PendingPause', 'Paused', 'PendingUnPause']

/** Null while nothing is allowed: the page asks for it. `now` is in milliseconds. */
export function stageOf(subscription: OwnSubscription, now: number): Stage | null {
  const { status, phase, reason, allowance, balance, nextChargeAt, terms, token } = subscription
  const isLater = Date.parse(nextChargeAt) > now
  if (status === 'Draft') {
    const suffices = (amount: string) =>
      toBaseUnits(decimalOf(amount), token.decimals) >= BigInt(terms.amount)
    if (isLater && suffices(allowance)) return suffices(balance) ? 'scheduled' : 'scheduledShort'
    return reason === 'InsufficientBalance' ? 'waitingForFunds' : null
  }
  if (status === 'Pending') {
    if (isLater) return 'scheduled'
    return phase === 'AwaitingPredecessor' ? 'succeeding' : 'beginning'
  }
  if (isOver(subscription)) return 'over'
  if (pausing.includes(status)) return 'paused'
  if (phase === 'Ending') return 'ending'
  return status === 'Suspended' || phase === 'Overdue' ? 'suspended' : 'active'
}
