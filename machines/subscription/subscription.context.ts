/**
 * The context of a subscription, and how events change it. Amounts are base units in decimal
 * strings; moments are ISO 8601 in UTC.
 */
import { z } from 'zod'
import { dayMs } from '../effect.ts'
import { Address, BaseUnits, ChainPosition, Hash, Moment, Reason } from '../primitives.ts'
import { draftExpiryOf, SubscriptionInput } from './subscription.events.ts'

/** The open charge: its number, the period it pays for, and until when it may be made. */
export const OpenCharge = z.strictObject({
  number: z.int().positive(),
  period: z.int().positive(),
  dueAt: Moment,
  graceUntil: Moment,
  hasFailedBefore: z.boolean(),
})
export type OpenCharge = z.infer<typeof OpenCharge>

const StoppedCharge = OpenCharge.pick({ number: true, period: true })

/** How many charges of one subscription a reorganisation may reach: a period is a day at least. */
const reorganisedMax = 16

export const SubscriptionContext = z.strictObject({
  ...SubscriptionInput.shape,
  now: z.number(),
  allowance: BaseUnits,
  balance: BaseUnits,
  chargesMade: z.int().nonnegative(),
  nextChargeAt: Moment,
  reason: Reason.nullable(),
  charge: OpenCharge.nullable(),
  /** Charges opened so far; the next one has the number after it. */
  chargeNumber: z.int().nonnegative(),
  isAtRisk: z.boolean(),
  frozenBy: Address.nullable(),
  /** Until when the operator may undo its freeze; null where it is the payer's, or not known. */
  operatorUntil: Moment.nullable(),
  /** The position of the newest freeze or unfreeze; an earlier one that comes late is stale. */
  controlPosition: ChainPosition,
  lastTransactionHash: Hash.nullable(),
  /** Numbers of the charges that the chain confirmed, the last one last; a reorganisation takes them back. */
  confirmedNumbers: z.array(z.int().positive()).max(reorganisedMax),
  /** Charges that were opened before a reorganisation took an earlier one back: they wait for their turn. */
  stoppedCharges: z.array(StoppedCharge).max(reorganisedMax),
  /** Whether the contract itself is cancelled, which nothing but a reorganisation undoes. */
  isCancelledOnChain: z.boolean(),
})
export type SubscriptionContext = z.infer<typeof SubscriptionContext>

type Memory = { context: SubscriptionContext }
/** Base units as decimal strings. */
export type FundsNow = { allowance: string; balance: string }
export type Charged = {
  period: number
  nextChargeAt: string
  allowance: string
  transactionHash: string
}

const riskWindowMs = 7 * dayMs
const lateToleranceMaxMs = dayMs
const chainClockBehindMaxMs = 60 * 60_000

const toMomentFromMs = (ms: number): string => new Date(ms).toISOString()

export function firstMemory(input: SubscriptionInput & { now: number }): SubscriptionContext {
  return {
    ...input,
    allowance: '0',
    balance: '0',
    chargesMade: 0,
    nextChargeAt: input.startFrom,
    reason: null,
    charge: null,
    chargeNumber: 0,
    isAtRisk: false,
    frozenBy: null,
    operatorUntil: null,
    controlPosition: 0,
    lastTransactionHash: null,
    confirmedNumbers: [],
    stoppedCharges: [],
    isCancelledOnChain: false,
  }
}

/** Opens the charge of the next period, due when the schedule says, or now if that has passed. */
export function openNextCharge({ context }: Memory): Partial<SubscriptionContext> {
  const number = context.chargeNumber + 1
  const dueAt = context.nextChargeAt
  const graceUntil = toMomentFromMs(Date.parse(dueAt) + lateMaxMs(context))
  return {
    chargeNumber: number,
    charge: {
      number,
      period: context.chargesMade + 1,
      dueAt,
      graceUntil,
      hasFailedBefore: false,
    },
  }
}

/** Puts the charge that was stopped on the schedule that counts now. */
export function renewOpenCharge({ context }: Memory): Partial<SubscriptionContext> {
  const dueAt = context.nextChargeAt
  const graceUntil = toMomentFromMs(Date.parse(dueAt) + lateMaxMs(context))
  return {
    charge: context.charge && { ...context.charge, dueAt, graceUntil, hasFailedBefore: false },
  }
}

export function rememberCharged(
  { context }: Memory,
  charged: Charged,
): Partial<SubscriptionContext> {
  return {
    chargesMade: charged.period,
    nextChargeAt: charged.nextChargeAt,
    allowance: charged.allowance,
    lastTransactionHash: charged.transactionHash,
    confirmedNumbers: context.charge
      ? [...context.confirmedNumbers, context.charge.number].slice(-reorganisedMax)
      : context.confirmedNumbers,
    charge: null,
    reason: null,
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
  const graceUntil = toMomentFromMs(Date.parse(nextChargeAt) + lateMaxMs(context))
  return {
    chargesMade: period - 1,
    nextChargeAt,
    allowance,
    charge: {
      number: confirmedNumbers.at(-1) ?? context.chargeNumber,
      period,
      dueAt: nextChargeAt,
      graceUntil,
      hasFailedBefore: false,
    },
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
  const dueAt = context.nextChargeAt
  const graceUntil = toMomentFromMs(Date.parse(dueAt) + lateMaxMs(context))
  return {
    charge: { ...stopped, dueAt, graceUntil, hasFailedBefore: false },
    stoppedCharges: context.stoppedCharges.filter(({ period }) => period !== stopped.period),
  }
}

export function rememberFunds({ context }: Memory, funds: FundsNow): Partial<SubscriptionContext> {
  return {
    allowance: funds.allowance,
    balance: funds.balance,
    isAtRisk: isRisky(context, funds.allowance, context.nextChargeAt, context.chargesMade),
  }
}

export function rememberFailedAttempt(
  { context }: Memory,
  { reason }: { reason: string },
): Partial<SubscriptionContext> {
  return { reason, charge: context.charge && { ...context.charge, hasFailedBefore: true } }
}

/** Names what is missing, the allowance before the balance. */
export function findShortage(context: SubscriptionContext, funds: FundsNow): string {
  return BigInt(funds.allowance) < BigInt(context.amount)
    ? 'InsufficientAllowance'
    : 'InsufficientBalance'
}

export const suffices = (context: SubscriptionContext, baseUnits: string): boolean =>
  BigInt(baseUnits) >= BigInt(context.amount)

/**
 * Whether the contract could make a charge that the payer's allowance covers. A draft is over with
 * its last day, by the chain's clock, which may be behind ours.
 */
export const isChargeable = ({ chargesMade, activateUntil, now }: SubscriptionContext): boolean =>
  chargesMade > 0 || now <= Date.parse(activateUntil) + chainClockBehindMaxMs

/**
 * Whether a charge was made before the subscription was ended for want of it, so that the end was
 * wrong. A contract makes no charge after the grace, but activates a draft some days after it is given up here.
 */
export function isPaidInTime(
  context: SubscriptionContext,
  { period, chargedAt }: { period: number; chargedAt: string },
): boolean {
  const isInTime =
    context.reason === 'GraceExpired' ||
    (context.reason === 'DraftExpired' && Date.parse(chargedAt) <= draftExpiryOf(context))
  return isInTime && !context.isCancelledOnChain && period === context.chargesMade + 1
}

/** How late the contract still lets a charge through: the grace, but at least its tolerance. */
function lateMaxMs({ graceDays, periodDays }: SubscriptionContext): number {
  const toleranceMs = Math.min((periodDays * dayMs) / 4, lateToleranceMaxMs)
  return Math.max(graceDays * dayMs, toleranceMs)
}

function isRisky(
  context: SubscriptionContext,
  allowance: string,
  nextChargeAt: string,
  chargesMade: number,
): boolean {
  const isNear = Date.parse(nextChargeAt) - context.now <= riskWindowMs
  const isAnotherDue = chargesMade > 0 && chargesMade < context.maxPeriods
  return isNear && isAnotherDue && !suffices(context, allowance)
}

/** Returns when to check the payer's allowance again, in Unix milliseconds: seven days before it is needed. */
export const riskWindowOpensAt = (context: SubscriptionContext): number =>
  Date.parse(context.nextChargeAt) - riskWindowMs
