/**
 * Why a token does not let a deposit move on, in the token's own words: the deposit factory hears only
 * that it did not. Asked of every node; where they do not say the same, nothing more is known.
 */
import { type Address, type Client, zeroAddress } from 'viem'
import { askNodes } from '../ask-nodes.ts'
import { askTokens, type TokenRefusal } from '../token-refusals.ts'
import type { SweepRoute } from './sweep-transactions.ts'

export type SweepRefusal = 'TokenPaused' | 'DepositBlocked' | 'ReceiverBlocked' | 'ReceiverRefuses'

const wordFor: Record<TokenRefusal, SweepRefusal> = {
  TokenPaused: 'TokenPaused',
  PayerBlocked: 'DepositBlocked',
  ContractBlocked: 'DepositBlocked',
  ReceiverBlocked: 'ReceiverBlocked',
}

/**
 * Says of each deposit, in order, why its transfer fails; null where nobody says.
 *
 * @throws `RpcUnavailable` when no node answers
 */
export async function reasonsOfRefusedSweeps(
  nodes: Client[],
  { token, receiver }: SweepRoute,
  deposits: Address[],
): Promise<(SweepRefusal | null)[]> {
  if (!deposits.length) return []
  // The native coin asks nobody but the receiver, which is a contract that takes none.
  if (token === zeroAddress) return deposits.map(() => 'ReceiverRefuses')
  const transfers = deposits.map((own) => ({ token, payer: own, contract: own, receiver }))
  const answers = await askNodes(nodes, (node) => askTokens(node, transfers))
  return deposits.map((_, index) => {
    const [first = null, ...others] = answers.map((answer) => answer[index] ?? null)
    return first !== null && others.every((said) => said === first) ? wordFor[first] : null
  })
}
