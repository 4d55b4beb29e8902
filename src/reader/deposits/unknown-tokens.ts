/**
 * Transfers of tokens that the chains file does not name, to live deposit addresses. They are only
 * shown, and to find them nodes have to be asked by address: so it is done every few minutes, for
 * all blocks since the last time, and not with every block.
 */
import type { Client, Hash } from 'viem'
import { hostOfNode } from '../../chain/agreement/node-hosts.ts'
import type { BlockRange } from '../../chain/blocks.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { commitStep } from '../../reporter/step.ts'
import { readLogsInPieces } from '../logs/log-pieces.ts'
import { anyTransfer } from './deposit-logs.ts'
import { readTransfersTo } from './deposit-reader.ts'
import { storeDeposits } from '../../chain/rows/deposit-logs.ts'
import { loadLiveAddresses } from '../../chain/rows/watched-addresses.ts'
import type { Header } from '../../chain/rows/blocks.ts'
import { blocksStoredMax, loadBlocks } from '../../chain/rows/blocks.ts'
import { recordUnknownTokensRead } from '../../chain/rows/cursor.ts'

const everySeconds = 600
/** So many blocks of a local chain in which nothing came are noted together. */
const quietBlocksMax = 64
/** Blocks whose logs are read a second time. */
const overlapBlocks = 3
/** The blocks of one round; what is left is read with the next polls. */
const blocksAtOnceMax = 20_000

/** The last round: up to which block, and how long ago; null where there was none, or blocks are left. */
export type LastRound = { head: Header; readTo: number | null; secondsAgo: number | null }

/**
 * Reads what came since the last round, where one is due; returns where the cursor is then. Requests
 * to a local chain cost nothing, so there one is due with every block in which anything was transferred.
 */
export async function readUnknownTokens(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  last: LastRound,
): Promise<Cursor> {
  const { database, chain } = dependencies
  const { pool } = database
  const due = findDueRange(cursor, last, chain.embedded ? 0 : everySeconds)
  if (!due || (chain.embedded && (await isQuiet(node, chain, due, last.head)))) return cursor
  const addresses = await loadLiveAddresses(pool, chain.name)
  const held = { headers: [], behind: await loadBlocks(pool, chain.name, due.from) }
  const logs = await readTransfersTo(pool, node, chain, addresses, due, held)
  return commitStep(dependencies, cursor, {
    async write(client) {
      await storeDeposits(client, chain, logs, hostOfNode(chain, node))
      await recordUnknownTokensRead(client, chain.name, due.to)
    },
  })
}

/** Returns the blocks of the next round; null while none is due. */
function findDueRange(
  { blockNumber }: Cursor,
  { readTo, secondsAgo }: LastRound,
  everySecondsMin: number,
): BlockRange | null {
  const isDue = secondsAgo === null || secondsAgo >= everySecondsMin
  if (!isDue || (readTo !== null && readTo >= blockNumber)) return null
  const from = Math.max(0, (readTo ?? blockNumber - blocksStoredMax) + 1 - overlapBlocks)
  return { from, to: Math.min(blockNumber, from + blocksAtOnceMax - 1) }
}

/** By chain, the last block up to which nothing was transferred since the last round that was noted. */
const quietUpTo = new WeakMap<ConnectedChain, Hash>()

/**
 * Whether nothing was transferred in these blocks, by any token: then no address has to be named, of which there may be
 * thousands, and nothing to be noted with every block.
 */
async function isQuiet(
  node: Client,
  chain: ConnectedChain,
  { from, to }: BlockRange,
  head: Header,
): Promise<boolean> {
  if (to - from > quietBlocksMax) return false
  const isNext = to === head.number && quietUpTo.get(chain) === head.parentHash
  const isEmpty = isNext && /^0x0+$/.test(head.logsBloom)
  if (!isEmpty && !(await isNothingIn(node, { from, to }))) return false
  if (to === head.number) quietUpTo.set(chain, head.hash)
  return true
}

/** Not where the node does not say: it may want an address with each question. */
async function isNothingIn(node: Client, range: BlockRange): Promise<boolean> {
  try {
    return (await readLogsInPieces(node, anyTransfer, range)).length === 0
  } catch {
    return false
  }
}
