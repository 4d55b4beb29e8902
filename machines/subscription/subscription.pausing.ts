/** A pause that somebody else than the payer can end: until when it may last, and until when what is accepted. */
import type { SubscriptionContext } from './subscription.context.ts'
import { pausableUntil, toMomentFromMs, withdrawUntilOf } from './subscription.schedule.ts'

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
 * Returns the last moment at which a state that accepts the command still does, where time alone ends that. The machine
 * says the same by its guards; this is for lists of commands that are read later than they were made.
 */
export function acceptedUntilOf(command: string, context: SubscriptionContext): string | null {
  switch (command) {
    case 'withdraw':
      return withdrawUntilOf(context)
    case 'pauseUntil':
      // Its own end has to come after it.
      return toMomentFromMs(Date.parse(pausableUntil(context)) - 1)
    case 'unpause':
    case 'cancelAtPeriodEnd':
      return context.frozenBy === null ? null : context.operatorUntil
    default:
      return null
  }
}
