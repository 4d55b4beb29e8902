/**
 * How far a chain can be, where several nodes must agree: so that no node alone, by a head far ahead,
 * makes the watcher store blocks that never were. Other nodes may be silent or behind meanwhile: then
 * the head may go on, at the pace of the fastest chains.
 */
import type { Client } from 'viem'
import { hostOf } from '../shared/chains/agreement.ts'
import type { ConnectedChain } from './clients.ts'
import { ChainMoved, type Header, readHeader } from './blocks.ts'
import { hostOfNode, noteDifference } from './agreement/differences.ts'
import { type Cursor, secondsSinceRead } from './cursor-store.ts'
import { suspect } from './node-anomalies.ts'
import type { WatchRoom } from './watch-room.ts'

/** One node may be so much ahead of the others. */
const blocksAheadMax = 32
const blocksPerSecondMax = 4
/** So long nothing could be read before blocks that no node reaches any more are given up. */
const behindSecondsMax = 60

/** A head that enough nodes reached, and when, by the monotonic clock. */
type Reached = { number: number; atMs: number }

const reachedByChain = new WeakMap<ConnectedChain, Reached>()

/**
 * Refuses a head that the chain cannot have reached.
 *
 * @throws `ChainMoved`, so that the watcher reads by another node
 */
export async function requirePlausibleHead(
  room: WatchRoom,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<void> {
  const { chain, database } = room
  if (chain.nodesToAgree === 1 || chain.embedded) return
  let reached = reachedByChain.get(chain)
  if (reached && head.number <= reached.number + blocksAheadMax) return
  if (!reached) {
    // By our own time: a block's time is what some node says that it is.
    const seenSeconds = await secondsSinceRead(database.pool, chain.name)
    reached = { number: cursor.blockNumber, atMs: performance.now() - seenSeconds * 1000 }
  }
  const heads = await headsOf(chain, node, head.number)
  const agreed = heads[chain.nodesToAgree - 1]
  if (agreed !== undefined && agreed >= Math.max(reached.number, cursor.blockNumber))
    reached = { number: agreed, atMs: performance.now() }
  reachedByChain.set(chain, reached)
  const elapsedSeconds = (performance.now() - reached.atMs) / 1000
  const most = reached.number + blocksAheadMax + Math.floor(elapsedSeconds * blocksPerSecondMax)
  if (head.number <= most) return
  const text = `says that the chain is at ${head.number}, which cannot be beyond ${most}: ${chain.nodesToAgree} nodes had reached ${reached.number}`
  suspect(node, 'DeniedByOthers', text)
  const subject = hostOfNode(chain, node)
  await noteDifference(room, { what: 'Head', subject, detail: `${subject} ${text}` })
  throw new ChainMoved(`the node ${text}`)
}

/** Whether, for long enough, as many nodes as must agree answer, and none of them reaches the cursor. */
export async function isCursorOutOfReach(
  { chain, database }: WatchRoom,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<boolean> {
  if (chain.nodesToAgree === 1) return false
  const seenSeconds = await secondsSinceRead(database.pool, chain.name)
  if (seenSeconds < behindSecondsMax) return false
  const heads = await headsOf(chain, node, head.number)
  return heads.length >= chain.nodesToAgree && heads[0]! < cursor.blockNumber
}

/** The heads of the nodes that answer, one for each host, the highest first. */
async function headsOf(chain: ConnectedChain, own: Client, ownHead: number): Promise<number[]> {
  const heads = new Map([[hostOfNode(chain, own), ownHead]])
  await Promise.all(
    chain.nodes.map(async (node, index) => {
      const host = hostOf(chain.rpcUrls[index]!)
      if (heads.has(host)) return
      const head = await readHeader(node, 'latest').catch(() => null)
      if (head) heads.set(host, head.number)
    }),
  )
  return [...heads.values()].sort((one, other) => other - one)
}
