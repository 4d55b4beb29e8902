/** Finds out why a token did not pay: what is missing, the allowance before the balance, or the token's own reason. */
import type { Address, Client } from 'viem'
import { readFunds } from './funds.ts'
import { fundsQuestionOf, type KnownSubscription } from './rows/subscriptions.ts'
import { askTokens, type TokenRefusal } from './token-refusals.ts'
import type { Funds } from './rows/payer-funds.ts'

export type Shortage =
  | 'AllowanceRevoked'
  | 'InsufficientAllowance'
  | 'InsufficientBalance'
  | 'ChainReverted'
  | TokenRefusal

/**
 * Finds out why these subscriptions' tokens did not pay, in order, as of a block or now. `AllowanceRevoked`:
 * the payer took the allowance back; one that our own charges used up is `InsufficientAllowance`.
 * `ChainReverted`: allowance and balance suffice, and the token gives no reason.
 */
export async function explainFailedTransfers(
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
  const refusals = await askTokens(client, transfers, blockNumber)
  return missing.map((reason) => reason ?? refusals.shift() ?? 'ChainReverted')
}

/**
 * Finds what is missing; null where allowance and balance suffice. The known allowance is from after the last
 * charge, and only the payer can have lowered it since.
 */
function missingOf(
  { amount, allowance: knownAllowance, isAllowanceRevoked }: KnownSubscription,
  { allowance, balance }: Funds,
): Shortage | null {
  const isRevoked = isAllowanceRevoked || knownAllowance !== '0'
  if (allowance === 0n && isRevoked) return 'AllowanceRevoked'
  if (allowance < BigInt(amount)) return 'InsufficientAllowance'
  if (balance < BigInt(amount)) return 'InsufficientBalance'
  return null
}
