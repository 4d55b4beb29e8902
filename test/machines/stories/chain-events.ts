/** The chain's events for a subscription of two periods of ten days, for the stories. */
import { hashOf } from '../cases/owner.ts'
import { operator, payer } from '../cases/subscription.ts'
import { daysLater } from '../cases/owner.ts'

export const fundsSeen = (allowance: string, balance: string) => ({
  type: 'chain.fundsSeen',
  allowance,
  balance,
  position: 1,
})

/** Makes the event of a period's charge. The next one is due by the schedule of the contract. */
export const charged = (period: number, { allowance = '10' } = {}) => ({
  type: 'chain.charged',
  period,
  nextChargeAt: daysLater(10 * period),
  chargedAt: daysLater(10 * (period - 1)),
  allowance,
  transactionHash: hashOf(String(period)),
  position: 10 * period,
})

export const frozenByPayer = {
  type: 'chain.frozen',
  by: payer,
  operatorUntil: null,
  position: 100,
}
/** A freeze in the first period, whose grace is over after twelve days. */
export const frozenByMerchant = {
  type: 'chain.frozen',
  by: operator,
  operatorUntil: daysLater(12),
  position: 100,
}

export const unfrozen = (nextChargeAt: string) => ({
  type: 'chain.unfrozen',
  nextChargeAt,
  position: 200,
})

export const cancelledByPayer = { type: 'chain.cancelled', by: payer, position: 300 }

export const refusal = (operation: 'freeze' | 'unfreeze' | 'cancel') => ({
  type: 'request.refused',
  operation,
  reason: 'ChainReverted',
})
