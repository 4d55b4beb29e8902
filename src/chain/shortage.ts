/** Why a token did not pay: what is missing, the allowance before the balance. */
import type { Funds } from './funds.ts'
import type { KnownSubscription } from './subscriptions.ts'

export type Shortage =
  | 'AllowanceRevoked'
  | 'InsufficientAllowance'
  | 'InsufficientBalance'
  | 'ChainReverted'

/**
 * `AllowanceRevoked` where nothing is allowed any more; `ChainReverted` where both suffice and the
 * token refuses for a reason of its own, such as a blocked account.
 */
export function reasonOfFailedTransfer(
  { amount, allowance: knownAllowance, chargesMade }: KnownSubscription,
  { allowance, balance }: Funds,
): Shortage {
  const wasAllowed = knownAllowance !== '0' || chargesMade > 0
  if (allowance === 0n && wasAllowed) return 'AllowanceRevoked'
  if (allowance < BigInt(amount)) return 'InsufficientAllowance'
  if (balance < BigInt(amount)) return 'InsufficientBalance'
  return 'ChainReverted'
}
