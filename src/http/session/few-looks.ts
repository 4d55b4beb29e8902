/**
 * A look at what a payer allows and has asks a node, and writes two rows for ever. What one found a moment ago is
 * not looked for again at a customer's word: an approval, and money that comes, are told by the chain.
 */
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { HttpDependencies } from '../dependencies.ts'

/** Looks at one subscription by its customer's word are so far apart, in business time. */
const looksApartMinMs = 60_000

/**
 * Whether so shortly before a look found that the payer of a draft allows or has too little, or a late charge was tried, and
 * nothing else was seen since.
 */
export function wasJustLookedAt(
  { status, phase, snapshot: { context } }: StoredActor<'subscription'>,
  now: Date,
): boolean {
  const { reason, allowance, balance, amount, now: lastTurnMs } = context
  const isShort = BigInt(allowance) < BigInt(amount) || BigInt(balance) < BigInt(amount)
  const sinceMs = now.getTime() - lastTurnMs
  const isWaiting = (status === 'Draft' && phase === 'Idle' && isShort) || phase === 'Overdue'
  return isWaiting && reason !== null && sinceMs >= 0 && sinceMs < looksApartMinMs
}

/** The watcher needs no more than a moment to begin. */
const hintTimeoutMs = 5_000

/** Has the chain read now, once for all who hint; nobody waits for it. */
export function hintAt(
  { bus }: Pick<HttpDependencies, 'bus'>,
  { snapshot: { context } }: StoredActor<'subscription'>,
): void {
  const { blockchain } = context
  void bus.requestChain('hint', { blockchain }, hintTimeoutMs).catch(() => undefined)
}
