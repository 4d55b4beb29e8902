/** Why a token did not pay: what is missing, the allowance before the balance, or what it says itself. */
import type { Address, Client } from 'viem'
import { type Funds, readFunds } from './funds.ts'
import { fundsQuestionOf, type KnownSubscription } from './subscriptions.ts'
import { askTokens, type TokenRefusal } from './token-refusals.ts'

export type Shortage =
  | 'AllowanceRevoked'
  | 'InsufficientAllowance'
  | 'InsufficientBalance'
  | 'ChainReverted'
  | TokenRefusal

/**
 * Says why these subscriptions' tokens did not pay, in order, as of a block or now. `AllowanceRevoked`
 * where nothing is allowed any more; `ChainReverted` where both suffice and the token does not say why
 * it refuses.
 */
export async function reasonsOfFailedTransfers(
  client: Client,
  subscriptions: KnownSubscription[],
  blockNumber?: bigint,
): Promise<Shortage[]> {
  const { funds } = await readFunds(client, subscriptions.map(fundsQuestionOf), blockNumber)
  const missing = subscriptions.map((one, index) => missingOf(one, funds[index]!))
  const refused = subscriptions.filter((_, index) => missing[index] === null)
  const transfers = refused.map(({ token, payer, receiver, contractAddress }) => ({
    token: token as Address,
    payer: payer as Address,
    receiver: receiver as Address,
    contract: contractAddress as Address,
  }))
  const said = await askTokens(client, transfers, blockNumber)
  return missing.map((reason) => reason ?? said.shift() ?? 'ChainReverted')
}

/** What is missing; null where both suffice. */
function missingOf(
  { amount, allowance: knownAllowance, chargesMade }: KnownSubscription,
  { allowance, balance }: Funds,
): Shortage | null {
  const wasAllowed = knownAllowance !== '0' || chargesMade > 0
  if (allowance === 0n && wasAllowed) return 'AllowanceRevoked'
  if (allowance < BigInt(amount)) return 'InsufficientAllowance'
  if (balance < BigInt(amount)) return 'InsufficientBalance'
  return null
}
