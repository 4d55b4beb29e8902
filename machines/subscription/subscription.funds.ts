/** Whether the payer's allowance and balance suffice, as the subscription knows them. */
import { dayMs, hourMs } from '../durations.ts'
import type { ReasonName } from '../reasons.ts'
import type { Memory, SubscriptionContext } from './subscription.context.ts'
import { neverMs, toMomentFromMs } from './subscription.schedule.ts'

/** Base units as decimal strings. */
export type FundsNow = { allowance: string; balance: string; isOutrun?: true | undefined }

/** After the first failed try of the first charge, each later one four times as long, up to the most. */
const draftRetryMs = 15_000
const draftRetryMsMax = 6 * hourMs
const riskWindowMs = 7 * dayMs
const aboutToBeDueMs = 60_000

export function rememberFunds({ context }: Memory, funds: FundsNow): Partial<SubscriptionContext> {
  const { allowance, isAllowanceRevoked } = context
  return {
    allowance: funds.allowance,
    isAllowanceRevoked: funds.allowance === '0' && (isAllowanceRevoked || allowance !== '0'),
    balance: funds.balance,
    isAtRisk: isRisky(context, funds.allowance, context.nextChargeAt, context.chargesMade),
  }
}

/** Whether a draft begins without a command: with allowance and money, unless another has begun in its place meanwhile. */
export const mayBeginByItself = (
  context: SubscriptionContext,
  { allowance, balance, isOutrun }: FundsNow,
): boolean =>
  context.activation !== 'manual' &&
  !isOutrun &&
  context.reason !== 'OtherBegan' &&
  suffices(context, allowance) &&
  suffices(context, balance)

/** Names what a draft waits for, once it is approved; the funds are those that the context remembers. */
export function findWait(context: SubscriptionContext, { isOutrun }: FundsNow): ReasonName | null {
  const { reason, allowance, balance } = context
  if (isOutrun || reason === 'OtherBegan') return 'OtherBegan'
  if (suffices(context, allowance) && !suffices(context, balance)) return 'InsufficientBalance'
  return reason === 'InsufficientBalance' ? null : reason
}

/** Remembers what a draft waits for, and since when it waits for money. */
export function rememberWait(
  context: SubscriptionContext,
  reason: ReasonName | null,
): Partial<SubscriptionContext> {
  if (reason !== 'InsufficientBalance') return { reason, waitsSince: null }
  const before = context.reason === reason ? context.waitsSince : null
  return { reason, waitsSince: before ?? toMomentFromMs(context.now) }
}

/** Names what is missing, the allowance before the balance. The funds are those that the context remembers. */
export function findShortage(context: SubscriptionContext): ReasonName {
  if (context.isAllowanceRevoked) return 'AllowanceRevoked'
  return suffices(context, context.allowance) ? 'InsufficientBalance' : 'InsufficientAllowance'
}

/**
 * Returns how long a draft whose first charge failed waits until it looks again. What it knows of the payer's money contradicts
 * that: it was put right since, or moves to and fro. Never where it did not begin yet, where money is missing, or where another
 * has begun in its place.
 */
export function draftRetryMsOf(context: SubscriptionContext): number {
  const { chargeNumber, reason, allowance, balance } = context
  const hasMoney = suffices(context, allowance) && suffices(context, balance)
  const mayTry = chargeNumber > 0 && reason !== null && reason !== 'OtherBegan'
  if (!mayTry || !hasMoney) return neverMs
  return Math.min(draftRetryMs * 4 ** (chargeNumber - 1), draftRetryMsMax)
}

export const suffices = (context: SubscriptionContext, baseUnits: string): boolean =>
  BigInt(baseUnits) >= BigInt(context.amount)

export function isRisky(
  context: SubscriptionContext,
  allowance: string,
  nextChargeAt: string,
  chargesMade: number,
): boolean {
  const isNear = Date.parse(nextChargeAt) - context.now <= riskWindowMs
  const isAnotherDue = chargesMade > 0 && chargesMade < context.maxPeriods
  return isNear && isAnotherDue && !context.isToEnd && !suffices(context, allowance)
}

/**
 * Returns when to check the payer's allowance again, in Unix milliseconds: seven days before it is needed, and never
 * where it is needed within a minute, because the charge itself looks.
 */
export function riskWindowOpensAt({ nextChargeAt, now }: SubscriptionContext): number {
  const dueAt = Date.parse(nextChargeAt)
  return dueAt - now <= aboutToBeDueMs ? now + neverMs : dueAt - riskWindowMs
}
