/**
 * Asks tokens why they do not let a deposit move on, because the deposit factory sees only that they do
 * not. Every node is asked; where their answers differ, the reason stays unknown.
 */
import { type Address, type Client, zeroAddress } from 'viem'
import { askNodes } from '../ask-nodes.ts'
import { askTokens, type TokenRefusal } from '../token-refusals.ts'
import type { SweepRoute } from './sweep-transactions.ts'

export type SweepRefusal = 'TokenPaused' | 'DepositBlocked' | 'ReceiverBlocked' | 'ReceiverRefuses'

const reasonFor: Record<TokenRefusal, SweepRefusal> = {
  TokenPaused: 'TokenPaused',
  PayerBlocked: 'DepositBlocked',
  ContractBlocked: 'DepositBlocked',
  ReceiverBlocked: 'ReceiverBlocked',
}

/**
 * Finds for each deposit, in order, why its transfer fails; null where that stays unknown.
 *
 * @throws `RpcUnavailable` when no node answers
 */
export async function explainRefusedSweeps(
  nodes: Client[],
  { token, receiver }: SweepRoute,
  deposits: Address[],
): Promise<(SweepRefusal | null)[]> {
  if (!deposits.length) return []
  // Only the receiver can refuse the native coin: it is a contract that takes none.
  if (token === zeroAddress) return deposits.map(() => 'ReceiverRefuses')
  const transfers = deposits.map((own) => ({ token, payer: own, contract: own, receiver }))
  const answers = await askNodes(nodes, (node) => askTokens(node, transfers))
  return deposits.map((_, index) => {
    const [first = null, ...others] = answers.map((answer) => answer[index] ?? null)
    return first !== null && others.every((other) => other === first) ? reasonFor[first] : null
  })
}
