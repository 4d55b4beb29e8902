/** When the money at a deposit address is worth the gas that moves it to the merchant. */
import type { PaymentContext } from './payment.context.ts'
import { totalConfirmed } from './payment.context.ts'

/** Less than this part of the amount stays where it is until the merchant asks for it. */
const worthlessPart = 100n
export const sweepFailuresMax = 5

/** The tokens to be moved; none where nothing new is worth it. */
export type Sweep = { tokens: string[] }

/**
 * The token asked for, once enough has been confirmed that no sweep was asked for and that none
 * has moved: anybody may sweep, and a sweep takes along what is not confirmed yet.
 */
export function sweepWorthDoing({ context }: { context: PaymentContext }): Sweep {
  const [asked, swept] = [BigInt(context.sweepAsked), BigInt(context.swept)]
  const waiting = totalConfirmed(context) - (asked > swept ? asked : swept)
  const isWorth = waiting > 0n && waiting * worthlessPart >= BigInt(context.amount)
  return { tokens: isWorth ? [context.token] : [] }
}

/** The token asked for, where any of it has not moved. */
export function sweepOfRest({ context }: { context: PaymentContext }): Sweep {
  return { tokens: totalConfirmed(context) > BigInt(context.swept) ? [context.token] : [] }
}

/** The tokens that nobody asked for. */
export function sweepOfOthers({ context }: { context: PaymentContext }): Sweep {
  return { tokens: context.others.map(({ token }) => token) }
}

/** Everything that is known to lie there. */
export function sweepOfEverything({ context }: { context: PaymentContext }): Sweep {
  return { tokens: [...sweepOfRest({ context }).tokens, ...sweepOfOthers({ context }).tokens] }
}

/** Remembers that a sweep of all that is confirmed was asked for. */
export function rememberSweepAsked(
  { context }: { context: PaymentContext },
  { tokens }: Sweep,
): Partial<PaymentContext> {
  return tokens.includes(context.token) ? { sweepAsked: String(totalConfirmed(context)) } : {}
}
