/** A pause that somebody else than the payer can end: until when it may last, and until when what is accepted. */
import { dayMs } from '../durations.ts'
import type { SubscriptionContext } from './subscription.context.ts'
import {
  lateMaxMs,
  pausableUntil,
  resumesAtOf,
  toMomentFromMs,
  withdrawUntilOf,
} from './subscription.schedule.ts'

export type Unfrozen = { nextChargeAt: string; position: number }

/** A warning that only the payer can soon end a pause comes this long before, or with a third of the time left, if that is later. */
const resumeWarningMaxMs = 3 * dayMs

/** Whether the service may undo the freeze: its own one, while the contract lets it. */
export const mayUnfreeze = ({
  frozenBy,
  operator,
  operatorUntil,
  now,
}: SubscriptionContext): boolean =>
  frozenBy === null ||
  (frozenBy === operator && (operatorUntil === null || now <= Date.parse(operatorUntil)))

/** Without a moment, as lists of commands ask: whether there is one to which it could be paused. */
export function isPausableTo(context: SubscriptionContext, until: string | undefined): boolean {
  const latestMs = Date.parse(pausableUntil(context))
  if (until === undefined) return latestMs > context.now
  return Date.parse(until) > context.now && Date.parse(until) <= latestMs
}

/**
 * Whether the service may begin a pause: one that it could not end any more in time would be the payer's alone to end, and the
 * contract refuses one that holds no charge back.
 */
export const isPausable = (context: SubscriptionContext, until?: string): boolean =>
  context.chargesMade > 0 &&
  context.chargesMade < context.maxPeriods &&
  isPausableTo(context, until)

/** Whether an earlier pause in the period leaves less time to this or the next one than the grace of the next charge would. */
export const isHeldByEarlierPause = (context: SubscriptionContext): boolean =>
  context.operatorUntil !== null &&
  Date.parse(context.operatorUntil) < Date.parse(context.nextChargeAt) + lateMaxMs(context)

/**
 * Returns when to warn that soon only the payer can end the pause, in Unix milliseconds; null where it ends by itself
 * before, and where it began too late for a warning.
 */
export function resumeIsDueAt(context: SubscriptionContext): number | null {
  const { frozenBy, operator, isResumeDue, now } = context
  if (frozenBy !== operator || isResumeDue || resumesAtOf(context) !== null) return null
  const latest = Date.parse(pausableUntil(context))
  if (latest <= now) return null
  return latest - Math.min((latest - now) / 3, resumeWarningMaxMs)
}

/**
 * Returns the last moment at which a state that accepts the command still does, where time alone ends that. The machine
 * says the same by its guards; this is for lists of commands that are read later than they were made.
 */
export function acceptedUntilOf(command: string, context: SubscriptionContext): string | null {
  switch (command) {
    case 'withdraw':
      return withdrawUntilOf(context)
    case 'pause':
    case 'pauseUntil':
      // The end of the pause has to come after it.
      return toMomentFromMs(Date.parse(pausableUntil(context)) - 1)
    case 'unpause':
    case 'cancelAtPeriodEnd':
      return context.frozenBy === null ? null : context.operatorUntil
    default:
      return null
  }
}

/**
 * The contract holds all freezes of the service in one period to the moment that the first one set. The event does not
 * say who resumed: after that moment it was the payer, and then the next freeze sets another one.
 */
export const toUnfrozen = (
  { operatorUntil, now }: SubscriptionContext,
  { nextChargeAt, position }: Unfrozen,
): Partial<SubscriptionContext> => ({
  frozenBy: null,
  operatorUntil: operatorUntil !== null && now <= Date.parse(operatorUntil) ? operatorUntil : null,
  resumeAt: null,
  isResumeDue: false,
  nextChargeAt,
  controlPosition: position,
})
