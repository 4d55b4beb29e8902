/**
 * Undoes a reorganisation: the block at the cursor is no longer on the chain. Goes back to the last
 * stored block that still is; logs that were credited from the blocks above are marked to be taken
 * back.
 */
import type { Client } from 'viem'
import { hostOf } from '../shared/chains/agreement.ts'
import { reorgDepthBlocks } from '../shared/metrics/counted.ts'
import { commitStep, tellActors } from '../reporter/step.ts'
import { noteDifference } from '../chain/agreement/differences.ts'
import { hostOfNode } from '../chain/agreement/node-hosts.ts'
import { ChainMoved, readHeader } from '../chain/blocks.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { forgetAbove } from '../chain/rows/contract-logs.ts'
import { retractDepositsAbove } from '../chain/rows/deposit-logs.ts'
import { forgetKnownAbove } from '../chain/rows/watched-contracts.ts'
import { findDeployment } from '../chain/deployments/deployment-store.ts'
import { readChangedFunds } from './payer-funds.ts'
import { secondsSinceFinishedPoll } from './finished-polls.ts'
import { noteNodeAnomaly } from '../chain/node-anomalies.ts'
import { findChangedSince } from '../chain/rows/subscriptions.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import type { Header } from '../chain/rows/blocks.ts'
import { forgetDoubts } from '../reporter/anomalies.ts'
import { blocksStoredMax, loadBlocks } from '../chain/rows/blocks.ts'

const unfinishedSecondsMax = 60
/** The newest subscriptions are read at once; the funds of all others before their next charge. */
const subscriptionsReadMax = 2_000

/** Chains whose transactions may have gone with blocks, and were not sent again yet. */
const rewoundChains = new WeakSet<ConnectedChain>()

export const wasRewound = (chain: ConnectedChain): boolean => rewoundChains.has(chain)

/** Notes that what a reorganisation took of ours was sent again. */
export const noteSentAgain = (chain: ConnectedChain): boolean => rewoundChains.delete(chain)

/** Moves the cursor back to the fork; returns where it is then. `head` is the node's. */
export async function rewindCursor(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<Cursor> {
  const { chain, log } = dependencies
  const fork = await findFork(dependencies, node, cursor)
  await requireNoOtherHolder(dependencies, node, cursor, fork)
  const depth = cursor.blockNumber - fork.number
  log.warn(
    { blockchain: chain.name, fork: fork.number, depth },
    'the chain was reorganised; credited logs above the fork are taken back once nodes agree',
  )
  const rewound = await goBack(dependencies, cursor, fork)
  reorgDepthBlocks.observe({ blockchain: chain.name }, depth)
  await reportFundsSince(dependencies, node, { fork, head }, rewound)
  return rewound
}

/**
 * Moves the cursor back to a block, whatever the reason. What was stored of the blocks above is to be taken back unless it
 * comes again as they are read again: once their hashes are forgotten, nothing else would show that a reorganisation took
 * them before that. It may have taken our own transactions, too.
 */
export async function goBack(
  dependencies: ChainDependencies,
  cursor: Cursor,
  to: Header,
): Promise<Cursor> {
  const { chain } = dependencies
  const moved = await commitStep(dependencies, cursor, {
    moveTo: to,
    async write(client) {
      const contracts = await forgetAbove(client, chain.name, to.number)
      // What is doubted when it comes again, or is to be taken back, is noted anew.
      await forgetDoubts(client, dependencies, contracts)
      await forgetKnownAbove(client, chain.name, to.number)
      await retractDepositsAbove(client, chain.name, to.number)
    },
  })
  rewoundChains.add(chain)
  return moved
}

/**
 * Requires that the lowest stored block above the fork is held by no other node, or is gone for as
 * many as must agree: one node alone does not undo what others still hold. The rule is lifted while
 * no poll by any node could be finished for long: nothing is taken back without agreement, so the
 * chain is read on.
 *
 * @throws `ChainMoved`, so that the watcher reads by another node
 */
async function requireNoOtherHolder(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  fork: Header,
): Promise<void> {
  const { database, chain } = dependencies
  if (chain.nodesToAgree === 1 || secondsSinceFinishedPoll(chain) > unfinishedSecondsMax) return
  const [lowest] = await loadBlocks(database.pool, chain.name, fork.number + 1)
  const { number, hash } = lowest ?? { number: cursor.blockNumber, hash: cursor.blockHash }
  const hosts = chain.rpcUrls.map(hostOf)
  const own = hostOfNode(chain, node)
  const others = chain.nodes.map((other, index) => ({ other, host: hosts[index]! }))
  const answers = await Promise.all(
    others
      .filter(({ host }) => host !== own)
      .map(async ({ other, host }) => {
        const header = await readHeader(other, number).catch(() => null)
        return { host, hash: header?.hash ?? null }
      }),
  )
  const holder = answers.find((answer) => answer.hash === hash)
  const without = answers.filter((answer) => answer.hash !== null && answer.hash !== hash)
  const goneFor = 1 + new Set(without.map(({ host }) => host)).size
  if (!holder || goneFor >= chain.nodesToAgree) return
  const text = `says that block ${number} ${hash} was reorganised away, while ${holder.host} holds it`
  noteNodeAnomaly(node, 'DeniedByOthers', text)
  await noteDifference(dependencies, {
    what: 'Reorganisation',
    subject: own,
    detail: `${own} ${text}`,
  })
  throw new ChainMoved(`the node ${text}`)
}

/** Reads payers' funds again: an approval may have gone with the blocks, and no log says so. */
async function reportFundsSince(
  { database, bus, chain }: ChainDependencies,
  node: Client,
  { fork, head }: { fork: Header; head: Header },
  { revision }: Cursor,
): Promise<void> {
  const { pool } = database
  const { timestamp } = fork
  const age = { timestamp, belowHeadSeconds: head.timestamp - timestamp }
  const contracts = await findChangedSince(pool, chain.name, age, subscriptionsReadMax)
  const tag = `reorg/${fork.hash}/${revision}`
  const messages = await readChangedFunds(pool, node, chain, contracts, { tag })
  await tellActors({ database, bus }, messages)
}

async function findFork(
  { database, chain }: ChainDependencies,
  node: Client,
  cursor: Cursor,
): Promise<Header> {
  const blocks = await loadBlocks(database.pool, chain.name, cursor.blockNumber - blocksStoredMax)
  for (const block of blocks.reverse()) {
    const header = await readHeader(node, block.number)
    if (header?.hash === block.hash) return header
  }
  return readFirstBlock({ database, chain }, node)
}

/** Reads the block of the factory's deployment, before which there can be nothing. */
export async function readFirstBlock(
  { database, chain }: Pick<ChainDependencies, 'database' | 'chain'>,
  node: Client,
): Promise<Header> {
  const deployment = await findDeployment(database, chain.name)
  const header = await readHeader(node, deployment?.fromBlock ?? 0)
  if (!header) throw new ChainMoved('the node lacks the block in which the factory was deployed')
  return header
}
