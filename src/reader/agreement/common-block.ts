/**
 * The newest block that as many nodes hold as the chain requires, and up to where blocks are
 * confirmed for each of them. A node that does not answer does not agree, and two at one host are
 * one.
 */
import type { Client, Hash } from 'viem'
import { hostOf } from '../../shared/chains/agreement.ts'
import { ChainMoved, readHeader } from '../../chain/blocks.ts'
import type { Cursor } from '../../chain/rows/cursor.ts'
import { readConfirmedUpTo } from '../../chain/finality.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { hostOfNode } from '../../chain/agreement/node-hosts.ts'
import { elapsedMs } from '../../shared/time.ts'
import { loadNewestBlocks, type SeenBlock } from '../../chain/rows/blocks.ts'

/** A node with the host of its address; no more of the address is shown. */
export type NamedNode = { host: string; node: Client }
export type CommonBlock = {
  /** Nodes of different hosts that hold it; the one that the watcher reads from comes first. */
  holders: NamedNode[]
  block: SeenBlock
  /** Blocks up to this one are confirmed, by as many nodes as are needed. */
  confirmedUpTo: number
}
export type NoCommonBlock = {
  reason: 'NodesSilent' | 'NodesBehind' | 'NodesDiffer'
  detail: string
}

type Head = NamedNode & { number: number; hash: Hash }

/** Nodes are often on different forks for a block or two: then the stored one below is common. */
const blocksBackMax = 3
/** A node that took `slowMs` to fail is not asked again for `restMs`. */
const slowMs = 1_000
const restMs = 10_000
const restsUntil = new WeakMap<Client, number>()

/**
 * Finds the newest block, of those stored, that enough nodes hold.
 *
 * @throws `ChainMoved` when enough others hold another block than the watcher's node
 */
export async function findCommonBlock(
  { database, chain }: ChainDependencies,
  node: Client,
  cursor: Cursor,
): Promise<CommonBlock | NoCommonBlock> {
  const needed = chain.nodesToAgree
  if (needed === 1) return ownBlock(chain, node, cursor)
  const { heads, silent } = await readHeads(chain, node, cursor)
  if (heads.length < needed)
    return { reason: 'NodesSilent', detail: `no answer of ${silent.join(', ')}` }
  const numbers = heads.map(({ number }) => Math.min(number, cursor.blockNumber))
  const highest = numbers.sort((one, other) => other - one)[needed - 1]!
  const stored = await loadNewestBlocks(database.pool, chain.name, highest, 1 + blocksBackMax)
  const block = stored.pop()
  if (!block) return { reason: 'NodesBehind', detail: describe(heads) }
  const { holders, isOutvoted } = await findHolders(heads, block, needed)
  if (isOutvoted) {
    const text = `${needed} other nodes hold another block ${block.number}: ${describe(heads)}`
    throw new ChainMoved(text)
  }
  if (holders.length >= needed) return withDepth(chain, { holders, block })
  for (const lower of stored.reverse()) {
    const found = await findHolders(heads, lower, needed)
    if (found.holders.length >= needed)
      return withDepth(chain, { holders: found.holders, block: lower })
  }
  return { reason: 'NodesDiffer', detail: `in block ${block.number}: ${describe(heads)}` }
}

/** Adds the last block that is confirmed for as many of the holders as are needed. */
async function withDepth(
  chain: ChainDependencies['chain'],
  { holders, block }: Pick<CommonBlock, 'holders' | 'block'>,
): Promise<CommonBlock> {
  const counted = await Promise.all(
    holders.map((holder) => readConfirmedUpTo(holder.node, chain, block.number).catch(() => -1)),
  )
  const confirmed = counted.sort((one, other) => other - one)[chain.nodesToAgree - 1]!
  return { holders, block, confirmedUpTo: confirmed }
}

/** If one node is enough, the block of the watcher's node is common. */
async function ownBlock(
  chain: ChainDependencies['chain'],
  node: Client,
  { blockNumber, blockHash }: Cursor,
): Promise<CommonBlock> {
  return {
    holders: [{ host: hostOfNode(chain, node), node }],
    block: { number: blockNumber, hash: blockHash },
    confirmedUpTo: await readConfirmedUpTo(node, chain, blockNumber),
  }
}

/** Reads the newest blocks of all nodes that answer, one for each host. */
async function readHeads(
  { nodes, rpcUrls }: ChainDependencies['chain'],
  own: Client,
  cursor: Cursor,
): Promise<{ heads: Head[]; silent: string[] }> {
  const named = nodes
    .map((node, index) => ({ node, host: hostOf(rpcUrls[index]!) }))
    .sort((one, other) => Number(other.node === own) - Number(one.node === own))
  const answers = await Promise.all(
    named.map(async (one) => ({ ...one, head: await headOf(one.node, own, cursor) })),
  )
  const heads = new Map<string, Head>()
  for (const { host, node, head } of answers)
    if (head && !heads.has(host)) heads.set(host, { host, node, ...head })
  const hosts = [...new Set(named.map(({ host }) => host))]
  return { heads: [...heads.values()], silent: hosts.filter((host) => !heads.has(host)) }
}

/** The watcher's own node was asked just now: its head is the cursor's block. */
async function headOf(node: Client, own: Client, cursor: Cursor): Promise<SeenBlock | null> {
  if (node === own) return { number: cursor.blockNumber, hash: cursor.blockHash }
  const startedAt = elapsedMs()
  if ((restsUntil.get(node) ?? 0) > startedAt) return null
  try {
    return await readHeader(node, 'latest')
  } catch {
    const now = elapsedMs()
    if (now - startedAt > slowMs) restsUntil.set(node, now + restMs)
    return null
  }
}

async function findHolders(heads: Head[], block: SeenBlock, needed: number) {
  const hashes = await Promise.all(
    heads.map(async ({ node, number, hash }) => {
      if (number <= block.number) return number === block.number ? hash : null
      const header = await readHeader(node, block.number).catch(() => null)
      return header?.hash ?? null
    }),
  )
  const others = hashes.filter((hash) => hash !== null && hash !== block.hash)
  return {
    holders: heads.filter((_, index) => hashes[index] === block.hash),
    isOutvoted: others.some((hash) => others.filter((other) => other === hash).length >= needed),
  }
}

const describe = (heads: Head[]): string =>
  heads.map(({ host, number, hash }) => `${host} is at ${number} ${hash}`).join(', ')
