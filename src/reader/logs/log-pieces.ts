/**
 * Reads the logs of a range in pieces of the size that the node gives. A piece that is too much for
 * it is halved; the size that it gives is remembered for the next requests.
 */
import type { Client } from 'viem'
import { type BlockRange, readLogs } from '../../chain/blocks.ts'
import { isTimeout, isTooMuch } from '../../chain/rpc/complaints.ts'
import { RangeLimit } from '../../chain/rpc/range-limit.ts'
import type { RpcNode } from '../../chain/rpc/rpc-node.ts'
import type { LogFilter, RawLog } from '../../chain/logs/log-filter.ts'

const piecesDefault = 2_000

/** Returns how many blocks' logs the node gives at once, as far as is known. */
export const logRangeOf = (node: Client): number => limitOf(node).blocks

/** Reads all logs of a range, however large; throws the node's error where a single block is too much. */
export async function readLogsInPieces(
  node: Client,
  filter: LogFilter,
  range: BlockRange,
): Promise<RawLog[]> {
  const logs: RawLog[] = []
  await takeLogsInPieces(node, filter, range, async (some) => void logs.push(...some))
  return logs
}

/** Reads the same piece by piece, and lets `take` keep of each what is needed: no more is held at once. */
export async function takeLogsInPieces(
  node: Client,
  filter: LogFilter,
  { from, to }: BlockRange,
  take: (logs: RawLog[]) => Promise<void>,
): Promise<void> {
  const limit = limitOf(node)
  let blocksMax = Infinity
  for (let at = from; at <= to;) {
    const blocks = Math.min(to - at + 1, limit.next(), blocksMax)
    const piece = await readPiece(node, filter, { from: at, to: at + blocks - 1 }, limit)
    await take(piece.logs)
    blocksMax = piece.wasRefused ? piece.blocks : 2 * blocksMax
    at += piece.blocks
  }
}

/** Reads the beginning of a range, as much of it as the node gives. */
async function readPiece(
  node: Client,
  filter: LogFilter,
  { from, to }: BlockRange,
  limit: RangeLimit,
): Promise<{ logs: RawLog[]; blocks: number; wasRefused: boolean }> {
  let blocks = to - from + 1
  let refused: number | null = null
  let isLearnt = false
  for (;;) {
    try {
      const logs = await readLogs(node, filter, { from, to: from + blocks - 1 })
      limit.give(blocks)
      if (refused !== null && isLearnt) limit.refuse(refused, blocks)
      return { logs, blocks, wasRefused: refused !== null }
    } catch (error) {
      if (isTimeout(error)) limit.refuse(blocks, Math.ceil(blocks / 2))
      const tooMuch = isTooMuch(error)
      if (!tooMuch || blocks === 1) throw error
      refused ??= blocks
      // Too many results lie in these very blocks; others may hold fewer.
      isLearnt = tooMuch !== 'results'
      blocks = Math.ceil(blocks / 2)
    }
  }
}

/** A client of several nodes learns nothing: each request may go to another. */
const limitOf = ({ transport }: Client): RangeLimit =>
  (transport['node'] as RpcNode | undefined)?.range ?? new RangeLimit(piecesDefault)
