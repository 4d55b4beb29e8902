/**
 * Reads what is ours of a range of blocks, in as few requests as that takes. One wide request for
 * each range is enough where the known tokens are quiet, or much is watched; where they are busy and
 * little is watched, requests that name the addresses save the logs of everybody else's transfers.
 */
import type { Pool } from 'pg'
import type { Client } from 'viem'
import type { BlockRange } from '../../chain/blocks.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { isTooMuch } from '../../chain/rpc/complaints.ts'
import { mapInChunks } from '../../shared/chunks-of.ts'
import { loadWatchedAddresses } from '../../chain/rows/watched-subscriptions.ts'
import { narrowFilters, wideFilter } from './filters.ts'
import { takeLogsInPieces } from './log-pieces.ts'
import { OwnLogs } from './own-logs.ts'
import { elapsedMs } from '../../shared/time.ts'
import type { LogFilter } from '../../chain/logs/log-filter.ts'

/** So many logs of others are worth one request more. */
const logsForARequest = 1_000
/** So many addresses are named instead: one request; far behind the head, where ranges are long, twenty. */
const addressesMax = 500
const addressesFarBehindMax = 10_000
/** Named where a node gives the wide range of not even one block. */
const addressesWhereRefusedMax = 1_000_000
const requestsAtOnceMax = 4
/** It is remembered this long how many logs a block has, and that a node refused them. */
const rememberedMs = 600_000

/** Logs that one block had when the wide filter was last used, and until when that is believed. */
type Density = { logsPerBlock: number; until: number }
const densities = new WeakMap<ConnectedChain, Density>()
const refusedUntil = new WeakMap<Client, number>()

/** `newFrom`: earlier blocks are read again. `isFar`: they lie far behind the head. */
type Blocks = BlockRange & { newFrom: number; isFar: boolean }

/** Reads the logs of a range and keeps what is ours. */
export async function readOwnLogs(
  { database: { pool }, chain }: Pick<ChainDependencies, 'database' | 'chain'>,
  node: Client,
  range: Blocks,
): Promise<OwnLogs> {
  const { isFar } = range
  const isRefused = (refusedUntil.get(node) ?? 0) > elapsedMs()
  const isCheap = expectedLogs(chain, range) < logsForARequest
  if (isCheap && !isRefused) return readWide(pool, node, chain, range)
  const most = isFar ? addressesFarBehindMax : addressesMax
  const limit = isRefused ? addressesWhereRefusedMax : most
  const addresses = await loadWatchedAddresses(pool, chain.name, limit)
  return addresses
    ? readBy(pool, node, chain, narrowFilters(chain, addresses), range)
    : readWide(pool, node, chain, range)
}

/** Blocks that nobody has counted are looked at near the head, and taken for many far behind it. */
function expectedLogs(chain: ConnectedChain, { from, to, isFar }: Blocks): number {
  const known = densities.get(chain)
  if (known && known.until > elapsedMs()) return known.logsPerBlock * (to - from + 1)
  return isFar ? Infinity : 0
}

/** Reads by the wide filter; where a single block is too much for the node, by all addresses. */
async function readWide(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  range: Blocks,
): Promise<OwnLogs> {
  const own = new OwnLogs(pool, chain, range.newFrom)
  let logs = 0
  try {
    await takeLogsInPieces(node, wideFilter(chain), range, (some) => {
      logs += some.length
      return own.take(some)
    })
  } catch (error) {
    if (!isTooMuch(error)) throw error
    const addresses = await loadWatchedAddresses(pool, chain.name, addressesWhereRefusedMax)
    const read = await readBy(pool, node, chain, narrowFilters(chain, addresses!), range)
    refusedUntil.set(node, elapsedMs() + rememberedMs)
    return read
  }
  const until = elapsedMs() + rememberedMs
  densities.set(chain, { logsPerBlock: logs / (range.to - range.from + 1), until })
  return own
}

async function readBy(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  filters: LogFilter[],
  range: Blocks,
): Promise<OwnLogs> {
  const own = new OwnLogs(pool, chain, range.newFrom)
  await mapInChunks(filters, requestsAtOnceMax, (filter) =>
    takeLogsInPieces(node, filter, range, (logs) => own.take(logs)),
  )
  return own
}
