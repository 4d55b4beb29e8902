/** The charges of a subscription: how they are opened, made, taken back and opened again. */
import type { ReasonName } from '../reasons.ts'
import {
  type Memory,
  type OpenCharge,
  reorganisedMax,
  type SubscriptionContext,
} from './subscription.context.ts'
import { type FundsNow, isRisky, suffices } from './subscription.funds.ts'
import { lateMaxMs, toMomentFromMs } from './subscription.schedule.ts'

export type Charged = {
  period: number
  nextChargeAt: string
  allowance: string
  transactionHash: string
}

const chainClockBehindMaxMs = 60 * 60_000

/**
 * Puts a charge on the schedule that counts now. The contract takes the first one until the draft's last
 * moment, a later one until its grace is over.
 */
function toOpenCharge(
  context: SubscriptionContext,
  { number, period }: Pick<OpenCharge, 'number' | 'period'>,
): OpenCharge {
  const dueAt = context.nextChargeAt
  const graceUntil =
    period === 1 ? context.activateUntil : toMomentFromMs(Date.parse(dueAt) + lateMaxMs(context))
  return { number, period, dueAt, graceUntil, hasFailedBefore: false, isLapsing: false }
}

/** Opens the charge of the next period, due when the schedule says, or now if that has passed. */
export function openNextCharge({ context }: Memory): Partial<SubscriptionContext> {
  const number = context.chargeNumber + 1
  const opened = { number, period: context.chargesMade + 1 }
  return { chargeNumber: number, charge: toOpenCharge(context, opened) }
}

/** Puts the charge that was stopped on the schedule that counts now. */
export function renewOpenCharge({ context }: Memory): Partial<SubscriptionContext> {
  return { charge: context.charge && toOpenCharge(context, context.charge) }
}

export function rememberCharged(
  { context }: Memory,
  charged: Charged,
): Partial<SubscriptionContext> {
  return {
    chargesMade: charged.period,
    nextChargeAt: charged.nextChargeAt,
    // With the new period the contract gives the service's freezes a new end; one that lasts was later than the charge.
    operatorUntil: context.frozenBy === null ? null : context.operatorUntil,
    allowance: charged.allowance,
    isAllowanceRevoked:
      charged.allowance === '0' && BigInt(context.allowance) > BigInt(context.amount),
    lastTransactionHash: charged.transactionHash,
    confirmedNumbers: context.charge
      ? [...context.confirmedNumbers, context.charge.number].slice(-reorganisedMax)
      : context.confirmedNumbers,
    charge: null,
    reason: null,
    agreedAt: context.agreedAt ?? toMomentFromMs(context.now),
    isAtRisk: isRisky(context, charged.allowance, charged.nextChargeAt, charged.period),
  }
}

/**
 * Takes the last charge back: it is the open one again, under its own number. One that was opened
 * after it waits for its turn: it may be in flight, and a period never has two.
 */
export function forgetCharged(
  { context }: Memory,
  { period, nextChargeAt, allowance }: Omit<Charged, 'transactionHash'>,
): Partial<SubscriptionContext> {
  const { charge, confirmedNumbers, stoppedCharges } = context
  const opened = charge ? [{ number: charge.number, period: charge.period }] : []
  const others = stoppedCharges.filter((stopped) => stopped.period !== charge?.period)
  const reopened = { number: confirmedNumbers.at(-1) ?? context.chargeNumber, period }
  return {
    chargesMade: period - 1,
    nextChargeAt,
    allowance,
    isAllowanceRevoked: false,
    charge: toOpenCharge({ ...context, nextChargeAt }, reopened),
    confirmedNumbers: confirmedNumbers.slice(0, -1),
    stoppedCharges: [...others, ...opened].slice(-reorganisedMax),
  }
}

/** Finds the charge of the next period that a reorganisation had stopped, if there is one. */
export const findStoppedCharge = ({
  chargesMade,
  stoppedCharges,
}: SubscriptionContext): { number: number; period: number } | undefined =>
  stoppedCharges.find(({ period }) => period === chargesMade + 1)

/** Opens the charge of the next period again that a reorganisation had stopped. */
export function reopenStoppedCharge({ context }: Memory): Partial<SubscriptionContext> {
  const stopped = findStoppedCharge(context)
  if (!stopped) return {}
  return {
    charge: toOpenCharge(context, stopped),
    stoppedCharges: context.stoppedCharges.filter(({ period }) => period !== stopped.period),
  }
}

export function rememberFailedAttempt(
  { context }: Memory,
  { reason }: { reason: ReasonName },
): Partial<SubscriptionContext> {
  return { reason, charge: context.charge && { ...context.charge, hasFailedBefore: true } }
}

/**
 * Whether the contract could make a charge that the payer's allowance covers. A draft is over with
 * its last day, by the chain's clock, which may be behind ours.
 */
export const isChargeable = ({ chargesMade, activateUntil, now }: SubscriptionContext): boolean =>
  chargesMade > 0 || now <= Date.parse(activateUntil) + chainClockBehindMaxMs

/**
 * Whether anybody could have the contract make a charge now. Before the first one the payer has to have the amount as
 * well: until money was there, nobody can take any, and no gas is spent on that.
 */
export const couldBeCharged = (
  context: SubscriptionContext,
  { allowance, balance }: FundsNow,
): boolean =>
  isChargeable(context) &&
  suffices(context, allowance) &&
  (context.chargesMade > 0 || suffices(context, balance))
