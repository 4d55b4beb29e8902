/**
 * The highest block that a chain can have reached, where several nodes must agree: so that no
 * single node, by a head far ahead, makes the watcher store blocks that never were. While too few
 * others answer, the head may advance at the pace of the fastest chains; while they answer and are
 * behind, no further than the watcher can go back.
 */
import type { Client } from 'viem'
import { hostOf } from '../shared/chains/agreement.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { ChainMoved, readHeader } from '../chain/blocks.ts'
import { noteDifference } from '../chain/agreement/differences.ts'
import { hostOfNode } from '../chain/agreement/node-hosts.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { noteNodeAnomaly } from '../chain/node-anomalies.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { elapsedMs } from '../shared/time.ts'
import { secondsSinceRead } from '../chain/rows/cursor.ts'
import type { Header } from '../chain/rows/blocks.ts'
import { blocksStoredMax, loadNewestBlocks } from '../chain/rows/blocks.ts'

/** One node may be this far ahead of the others. */
const blocksAheadMax = 32
const blocksPerSecondMax = 4
/**
 * This many more while the others answer and do not advance: half of the stored blocks, so that the
 * fork is found.
 */
const blocksAheadOfStalledMax = blocksStoredMax / 2
/** Blocks that too few nodes reach any more are given up once nothing could be read for this long. */
const behindSecondsMax = 60

/** A head that enough nodes reached, and when, by the monotonic clock. */
type Reached = { number: number; atMs: number }
type Head = { host: string; header: Header }

const reachedByChain = new WeakMap<ConnectedChain, Reached>()

/**
 * Refuses a head that the chain cannot have reached.
 *
 * @throws `ChainMoved`, so that the watcher reads by another node
 */
export async function requirePlausibleHead(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<void> {
  const { chain, database } = dependencies
  if (chain.nodesToAgree === 1 || chain.embedded) return
  let reached = reachedByChain.get(chain)
  if (reached && head.number <= reached.number + blocksAheadMax) return
  if (!reached) {
    // By our own clock: a block's time is only what some node says.
    const seenSeconds = await secondsSinceRead(database.pool, chain.name)
    reached = { number: cursor.blockNumber, atMs: elapsedMs() - seenSeconds * 1000 }
  }
  const heads = await readHeads(chain, node, head)
  const agreed = heads[chain.nodesToAgree - 1]?.header
  if (agreed && agreed.number >= Math.max(reached.number, cursor.blockNumber))
    reached = { number: agreed.number, atMs: elapsedMs() }
  reachedByChain.set(chain, reached)
  const most = highestPlausible(reached, agreed)
  if (head.number <= most) return noteNodesBehind(dependencies, heads, head)
  const text = `says that the chain is at ${head.number}, which cannot be beyond ${most}: ${chain.nodesToAgree} nodes had reached ${agreed?.number ?? reached.number}`
  noteNodeAnomaly(node, 'DeniedByOthers', text)
  const subject = hostOfNode(chain, node)
  await noteDifference(dependencies, { what: 'Head', subject, detail: `${subject} ${text}` })
  throw new ChainMoved(`the node ${text}`)
}

/** `agreed`: the head that as many nodes as must agree have reached now, where so many answer. */
function highestPlausible(reached: Reached, agreed: Header | undefined): number {
  const elapsedSeconds = (elapsedMs() - reached.atMs) / 1000
  const passed = Math.floor(elapsedSeconds * blocksPerSecondMax)
  if (!agreed) return reached.number + blocksAheadMax + passed
  return agreed.number + blocksAheadMax + Math.min(passed, blocksAheadOfStalledMax)
}

/** Notes, for operators, the nodes far below the head: crediting waits for them. */
async function noteNodesBehind(
  dependencies: ChainDependencies,
  heads: Head[],
  head: Header,
): Promise<void> {
  for (const { host, header } of filterBehind(dependencies.chain, heads, head)) {
    const detail = `${host} is at block ${header.number}, and another node, which is read from, at ${head.number}`
    await noteDifference(dependencies, { what: 'BelowCursor', subject: host, detail })
  }
}

/** Finds the hosts of nodes so far below a head that too few agree on it. */
export async function findHostsBehind(
  chain: ConnectedChain,
  node: Client,
  head: Header,
): Promise<string[]> {
  const heads = await readHeads(chain, node, head)
  return filterBehind(chain, heads, head).map(({ host }) => host)
}

function filterBehind({ nodesToAgree }: ConnectedChain, heads: Head[], head: Header): Head[] {
  const behind = heads.filter(({ header }) => header.number < head.number - blocksAheadMax)
  return heads.length - behind.length < nodesToAgree ? behind : []
}

/**
 * Checks whether nothing could be read for long enough, as many nodes as must agree answer, and
 * none of them reaches the cursor; or too few do, and the others hold another block than ours below
 * it.
 */
export async function isCursorOutOfReach(
  { chain, database }: ChainDependencies,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<boolean> {
  if (chain.nodesToAgree === 1) return false
  const seenSeconds = await secondsSinceRead(database.pool, chain.name)
  if (seenSeconds < behindSecondsMax) return false
  const heads = await readHeads(chain, node, head)
  const agreed = heads[chain.nodesToAgree - 1]
  if (!agreed || agreed.header.number >= cursor.blockNumber) return false
  if (heads[0]!.header.number < cursor.blockNumber) return true
  const [stored] = await loadNewestBlocks(database.pool, chain.name, agreed.header.number, 1)
  const other = stored && (await readBlockOf(chain, agreed, stored.number))
  return other ? other.hash !== stored.hash : false
}

/** Reads a block up to a node's head by that node; null where it does not give it. */
async function readBlockOf(
  chain: ConnectedChain,
  { host, header }: Head,
  number: number,
): Promise<Header | null> {
  if (header.number === number) return header
  const node = chain.nodes.find((one) => hostOfNode(chain, one) === host)!
  return readHeader(node, number).catch(() => null)
}

/** Reads the heads of the nodes that answer, one for each host, the highest first. */
async function readHeads(chain: ConnectedChain, own: Client, ownHead: Header): Promise<Head[]> {
  const heads = new Map([[hostOfNode(chain, own), ownHead]])
  await Promise.all(
    chain.nodes.map(async (node, index) => {
      const host = hostOf(chain.rpcUrls[index]!)
      if (heads.has(host)) return
      const head = await readHeader(node, 'latest').catch(() => null)
      if (head) heads.set(host, head)
    }),
  )
  return [...heads]
    .map(([host, header]) => ({ host, header }))
    .sort((one, other) => other.header.number - one.header.number)
}
