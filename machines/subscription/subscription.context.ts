/**
 * The context of a subscription, and how events change it. Amounts are base units in decimal
 * strings; moments are ISO 8601 in UTC.
 */
import { z } from 'zod'
import { dayMs, hourMs } from '../effect.ts'
import { Address, BaseUnits, ChainPosition, Hash, Moment, Reason } from '../primitives.ts'
import { draftExpiryOf, SubscriptionInput } from './subscription.events.ts'
import type { ReasonName } from '../reasons.ts'

/** The open charge: its number, the period it pays for, and until when it may be made. */
export const OpenCharge = z.strictObject({
  number: z.int().positive(),
  period: z.int().positive(),
  dueAt: Moment,
  graceUntil: Moment,
  hasFailedBefore: z.boolean(),
  /** Whether the merchant was warned that it is about to be too late for it. */
  isLapsing: z.boolean(),
})
export type OpenCharge = z.infer<typeof OpenCharge>

const StoppedCharge = OpenCharge.pick({ number: true, period: true })

/** How many charges of one subscription a reorganisation may reach: a period is a day at least. */
const reorganisedMax = 16

export const SubscriptionContext = z.strictObject({
  ...SubscriptionInput.shape,
  now: z.number(),
  allowance: BaseUnits,
  /** Whether the payer took the allowance back since the last charge; one that a charge used up is not taken back. */
  isAllowanceRevoked: z.boolean(),
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
const lapseWarningMinMs = 3 * hourMs
const lapseWarningMaxMs = dayMs
const chainClockBehindMaxMs = 60 * 60_000

const toMomentFromMs = (ms: number): string => new Date(ms).toISOString()

export function firstMemory(input: SubscriptionInput & { now: number }): SubscriptionContext {
  return {
    ...input,
    allowance: '0',
    isAllowanceRevoked: false,
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
    allowance: charged.allowance,
    isAllowanceRevoked:
      charged.allowance === '0' && BigInt(context.allowance) > BigInt(context.amount),
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

export function rememberFunds({ context }: Memory, funds: FundsNow): Partial<SubscriptionContext> {
  const { allowance, isAllowanceRevoked } = context
  return {
    allowance: funds.allowance,
    isAllowanceRevoked: funds.allowance === '0' && (isAllowanceRevoked || allowance !== '0'),
    balance: funds.balance,
    isAtRisk: isRisky(context, funds.allowance, context.nextChargeAt, context.chargesMade),
  }
}

export function rememberFailedAttempt(
  { context }: Memory,
  { reason }: { reason: ReasonName },
): Partial<SubscriptionContext> {
  return { reason, charge: context.charge && { ...context.charge, hasFailedBefore: true } }
}

/** Names what is missing, the allowance before the balance. The funds are those that the context remembers. */
export function findShortage(context: SubscriptionContext): ReasonName {
  if (context.isAllowanceRevoked) return 'AllowanceRevoked'
  return suffices(context, context.allowance) ? 'InsufficientBalance' : 'InsufficientAllowance'
}

/** Reasons by which a subscription is ended here; the chain's cancellation that follows is ours. */
const ownEnds = new Set(['CancelRequested', 'GraceExpired', 'DraftExpired'])

/** Records that the contract is cancelled, and who did it where it was not asked for here. */
export function rememberCancelled(
  { reason, payer }: SubscriptionContext,
  by: string | null,
): Partial<SubscriptionContext> {
  const isOurs = reason !== null && ownEnds.has(reason)
  const endOnChain = by === payer ? 'CancelledByPayer' : 'CancelledOnChain'
  return { isCancelledOnChain: true, reason: isOurs ? reason : endOnChain }
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
 * wrong. A contract makes no charge after the grace, but activates a draft some days after it is given up
 * here, unless its first charge was held up: that was waited for as long as the contract takes it.
 */
export function isPaidInTime(
  context: SubscriptionContext,
  { period, chargedAt }: { period: number; chargedAt: string },
): boolean {
  const { reason, charge } = context
  const wasHeldUp = charge !== null && !charge.hasFailedBefore
  const draftEndsAt = wasHeldUp ? Date.parse(context.activateUntil) : draftExpiryOf(context)
  const isInTime =
    reason === 'GraceExpired' || (reason === 'DraftExpired' && Date.parse(chargedAt) <= draftEndsAt)
  return isInTime && !context.isCancelledOnChain && period === context.chargesMade + 1
}

/**
 * Returns when to warn that the open charge is about to be too late, in Unix milliseconds: with a third
 * of the time left, at least three hours, so that somebody can act, and at most a day.
 */
export function lapseIsNearAt({ charge, nextChargeAt }: SubscriptionContext): number {
  const { dueAt, graceUntil } = charge ?? { dueAt: nextChargeAt, graceUntil: nextChargeAt }
  const third = (Date.parse(graceUntil) - Date.parse(dueAt)) / 3
  return Date.parse(graceUntil) - Math.min(Math.max(third, lapseWarningMinMs), lapseWarningMaxMs)
}

/**
 * Returns when the grace of the next charge ends; once all charges are made, when the paid time does. Null
 * before the first charge, and in a pause, in which the paid time stands still.
 */
export function graceEndOf(context: SubscriptionContext): string | null {
  const paidTimeEnd = paidTimeEndOf(context)
  if (paidTimeEnd === null || context.chargesMade >= context.maxPeriods) return paidTimeEnd
  return toMomentFromMs(Date.parse(paidTimeEnd) + lateMaxMs(context))
}

/** Returns when the time that was paid for ends; null before the first charge, and in a pause. */
export const paidTimeEndOf = ({ chargesMade, frozenBy, nextChargeAt }: SubscriptionContext) =>
  chargesMade > 0 && frozenBy === null ? nextChargeAt : null

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
