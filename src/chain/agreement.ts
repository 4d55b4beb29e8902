/** Whether the nodes of a chain hold the same block; nobody credits alone. */
import type { Client } from 'viem'
import { readHeader } from './blocks.ts'
import { loadBlocks } from './cursor-store.ts'
import type { WatchRoom } from './watch-room.ts'

/** Every other node that answers and has the block must hold the one that we hold. */
export async function doNodesAgree(
  { database, chain, log }: WatchRoom,
  node: Client,
  blockNumber: number,
): Promise<boolean> {
  const [block] = await loadBlocks(database.pool, chain.name, blockNumber)
  const others = chain.nodes.filter((other) => other !== node)
  if (!block || !others.length) return true
  const answers = await Promise.allSettled(others.map((other) => readHeader(other, block.number)))
  const differ = answers.some(
    (answer) => answer.status === 'fulfilled' && answer.value && answer.value.hash !== block.hash,
  )
  if (differ) log.warn({ blockchain: chain.name, block }, 'nodes hold different blocks')
  return !differ
}
