/**
 * Says which tokens at a deposit address are requested to be moved to the merchant. The chain relay, which knows the
 * price of gas and all that lies there, decides whether that is worth its gas now, and answers with a reason where it
 * is not.
 */
import type { PaymentContext } from './payment.context.ts'
import { totalConfirmed } from './payment.context.ts'

/** Failures in a row after which the merchant sees an exception; the sweep is tried again all the same. */
export const sweepFailuresToShow = 5
/**
 * Failures in a row, later and later for some two weeks in all, after which only the merchant's
 * command sweeps.
 */
export const sweepFailuresMax = 60

/** The tokens to move; none where nothing is new. `isOrdered`: by the merchant, at any cost. */
export type Sweep = { tokens: string[]; isOrdered?: boolean }

/**
 * Returns the token asked for where some of it is confirmed that no sweep was requested for and that
 * none has moved: anybody may sweep, and a sweep takes along what is not confirmed yet.
 */
export function sweepOfNews({ context }: { context: PaymentContext }): Sweep {
  const [asked, swept] = [BigInt(context.sweepAsked), BigInt(context.swept)]
  const waiting = totalConfirmed(context) - (asked > swept ? asked : swept)
  return { tokens: waiting > 0n ? [context.token] : [] }
}

/** Returns the token asked for, where any of it has not moved. */
export function sweepOfRest({ context }: { context: PaymentContext }): Sweep {
  return { tokens: totalConfirmed(context) > BigInt(context.swept) ? [context.token] : [] }
}

/**
 * Whether any of what a sweep was requested for, which is never more than what is confirmed, has not moved. A payment that
 * is not decided yet has requested none: what failed there was the way out of another token.
 */
export const isAskedLeftToMove = ({ sweepAsked, swept }: PaymentContext): boolean =>
  BigInt(sweepAsked) > BigInt(swept)

/** Returns the tokens that nobody asked for, as the merchant orders it. */
export function sweepOfOthers({ context }: { context: PaymentContext }): Sweep {
  return { tokens: context.others.map(({ token }) => token), isOrdered: true }
}

/** Returns all tokens that are known to lie there, as the merchant orders it. */
export function sweepOfEverything({ context }: { context: PaymentContext }): Sweep {
  const tokens = [...sweepOfRest({ context }).tokens, ...sweepOfOthers({ context }).tokens]
  return { tokens, isOrdered: true }
}

/** Records that a sweep of all that is confirmed was requested. */
export function rememberSweepAsked(
  { context }: { context: PaymentContext },
  { tokens }: Sweep,
): Partial<PaymentContext> {
  return tokens.includes(context.token) ? { sweepAsked: String(totalConfirmed(context)) } : {}
}
