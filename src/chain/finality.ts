/** Reads up to which block a node's chain is final: by depth, or by the block that it calls safe or finalized. */
import type { Client } from 'viem'
import { hostOf } from '../shared/chains/agreement.ts'
import { readHeader } from './blocks.ts'
import { detailsOf } from './chain-errors.ts'
import type { ConnectedChain, Reachable } from './clients.ts'
import { isNoAnswer } from './rpc/complaints.ts'

type Counting = Pick<ConnectedChain, 'finality' | 'confirmations'>

/** Below every block. */
const noBlock = -1

/** Returns the last block of the node's chain that counts as final, under a head with this number. */
export async function readConfirmedUpTo(
  node: Client,
  { finality, confirmations }: Counting,
  headNumber: number,
): Promise<number> {
  if (finality === 'confirmations') return headNumber - confirmations + 1
  const tagged = await readHeader(node, finality)
  return tagged ? Math.min(tagged.number, headNumber) : noBlock
}

/**
 * Asks every node for the block by its tag, where the chains file counts by one. A node that does not
 * answer is not judged.
 *
 * @throws when a node does not know the tag
 */
export async function verifyFinality(
  { name, finality, rpcUrls }: Reachable & Counting,
  nodes: Client[],
): Promise<void> {
  if (finality === 'confirmations') return
  const answers = await Promise.allSettled(nodes.map((node) => readHeader(node, finality)))
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'fulfilled' ? answer.value : isNoAnswer(answer.reason)) continue
    const text = answer.status === 'rejected' ? detailsOf(answer.reason) : 'no block'
    throw new Error(
      `${hostOf(rpcUrls[index]!)} does not know the block tag '${finality}' (it says: ${text}), by which the chains file counts what is confirmed on ${name}: name a node that does, or "finality": "confirmations"`,
    )
  }
}
