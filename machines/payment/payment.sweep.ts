/**
 * Which money at a deposit address is asked to be moved to the merchant. Whether it is worth its gas
 * now is judged where the price of gas is known, by all that lies there, and told as a reason.
 */
import type { PaymentContext } from './payment.context.ts'
import { totalConfirmed } from './payment.context.ts'

/** So many failures in a row the merchant hears of as an exception; it is tried again all the same. */
export const sweepFailuresToTell = 5
/** Later and later, some two weeks in all; then only when the merchant asks. */
export const sweepFailuresMax = 60

/** The tokens to be moved; none where nothing is new. What the merchant ordered goes at any cost. */
export type Sweep = { tokens: string[]; isOrdered?: boolean }

/**
 * The token asked for, once enough has been confirmed that no sweep was asked for and that none
 * has moved: anybody may sweep, and a sweep takes along what is not confirmed yet.
 */
export function sweepOfNews({ context }: { context: PaymentContext }): Sweep {
  const [asked, swept] = [BigInt(context.sweepAsked), BigInt(context.swept)]
  const waiting = totalConfirmed(context) - (asked > swept ? asked : swept)
  return { tokens: waiting > 0n ? [context.token] : [] }
}

/** The token asked for, where any of it has not moved. */
export function sweepOfRest({ context }: { context: PaymentContext }): Sweep {
  return { tokens: totalConfirmed(context) > BigInt(context.swept) ? [context.token] : [] }
}

/** The tokens that nobody asked for, as the merchant orders it. */
export function sweepOfOthers({ context }: { context: PaymentContext }): Sweep {
  return { tokens: context.others.map(({ token }) => token), isOrdered: true }
}

/** Everything that is known to lie there, as the merchant orders it. */
export function sweepOfEverything({ context }: { context: PaymentContext }): Sweep {
  const tokens = [...sweepOfRest({ context }).tokens, ...sweepOfOthers({ context }).tokens]
  return { tokens, isOrdered: true }
}

/** Remembers that a sweep of all that is confirmed was asked for. */
export function rememberSweepAsked(
  { context }: { context: PaymentContext },
  { tokens }: Sweep,
): Partial<PaymentContext> {
  return tokens.includes(context.token) ? { sweepAsked: String(totalConfirmed(context)) } : {}
}
