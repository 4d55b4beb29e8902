/**
 * Decides what becomes of credited logs whose blocks a reorganisation is said to have removed: they are taken back once as
 * many nodes as crediting requires no longer hold them, and credited again if as many still do. In between they wait, and
 * what waits for long is shown. A row that is `Retracting` and not `agreed` may be reported as taken back.
 */
import type { Client } from 'viem'
import type { PoolClient } from 'pg'
import type { Cursor } from '../../chain/rows/cursor.ts'
import { findGivenByEnough } from '../../chain/agreement/find-agreed.ts'
import { ChainMoved, readHeader, readReceipt } from '../../chain/blocks.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { commitStep } from '../../reporter/step.ts'
import { noteNodeAnomaly } from '../../chain/node-anomalies.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import type { Agreed } from './agree.ts'
import type { CommonBlock } from './common-block.ts'
import { type Evidence, readAlike } from './evidence.ts'
import { readAgain } from './read-again.ts'
import {
  findRetractions,
  isAnythingRetracting,
  markGone,
  markStillHeld,
  markRetractionsAsked,
  type Retraction,
} from '../../chain/rows/retractions.ts'
import { forgetDoubts, noteAnomaly } from '../../reporter/anomalies.ts'

/** `unstoredIn`: the blocks in which nodes hold what the same transaction did anew, and of which it is not stored. */
type WeighedRetraction = Record<'holds' | 'lacks', string[]> & {
  log: Retraction
  unstoredIn: number[]
}

const logsAtOnceMax = 50

/**
 * Asks the nodes about credited logs that are to be taken back; returns where the cursor is then.
 *
 * @throws `ChainMoved` when a node kept back what enough nodes hold
 */
export async function resolveRetractions(
  dependencies: ChainDependencies,
  node: Client,
  { cursor, findCommonBlock }: Agreed,
): Promise<Agreed> {
  const { database, chain } = dependencies
  if (!(await isAnythingRetracting(database.pool, chain.name))) return { cursor, findCommonBlock }
  const common = await findCommonBlock()
  if (!common) return { cursor, findCommonBlock }
  const logs = await findRetractions(database.pool, chain.name, logsAtOnceMax)
  const weighed = await weigh(chain, common, logs)
  const gone = weighed.filter(({ lacks }) => lacks.length >= chain.nodesToAgree)
  const stillHeld = weighed.filter(({ holds }) => holds.length >= chain.nodesToAgree)
  const open = weighed.filter((one) => !gone.includes(one) && !stillHeld.includes(one))
  const logsOf = (some: WeighedRetraction[]) => some.map(({ log }) => log)
  const held = await commitStep(dependencies, cursor, {
    async write(client) {
      await markGone(client, chain.name, logsOf(gone))
      await markStillHeld(client, chain.name, logsOf(stillHeld))
      await markRetractionsAsked(client, chain.name, logsOf(open))
      const decided = [...gone, ...stillHeld].map(({ log }) => log.entityId)
      await forgetDoubts(client, dependencies, decided)
      for (const one of open.filter(({ log, holds }) => holds.length || log.isAskedForLong))
        await noteOpen(client, dependencies, one)
    },
  })
  await readKeptBack(dependencies, common, held, open)
  // What is only shown is found by balances and by searches of its own, so it need not come again with its block.
  const withheld = stillHeld.find(({ log }) => !log.isOnlyShown)
  if (!withheld) return { cursor: held, findCommonBlock }
  const text = `kept back logs of block ${withheld.log.blockNumber} that it and other nodes hold`
  noteNodeAnomaly(node, 'DeniedByOthers', text)
  throw new ChainMoved(`the node ${text}`)
}

function noteOpen(
  client: PoolClient,
  dependencies: ChainDependencies,
  { log, holds, lacks }: WeighedRetraction,
): Promise<void> {
  const { transactionHash, blockNumber, logIndex } = log
  const event = { type: 'chain.doubted', transactionHash, blockNumber, logIndex, wasCredited: true }
  const named = (hosts: string[]) => hosts.join(', ') || 'nobody else who answers'
  const reason = `transaction ${transactionHash ?? 'unknown'}, block ${blockNumber}, was credited; it is still held by ${named(holds)} and no longer by ${named(lacks)}: it is not taken back before they agree`
  return noteAnomaly(client, dependencies, log, event, reason)
}

/** By chain, how often a block was read again for a log; the newest of them. */
const timesReadAgain = new WeakMap<ConnectedChain, Map<string, number>>()
const rememberedMax = 10_000

/**
 * Notes that a block is read again for a log; returns whether it may be. Once for each node is enough: whatever none of
 * them gives then does not come by reading, and while blocks are read again nothing on the chain is credited.
 */
function isReadAgain(chain: ConnectedChain, log: Retraction, block: number): boolean {
  const times = timesReadAgain.get(chain) ?? new Map<string, number>()
  timesReadAgain.set(chain, times)
  const key = [log.blockHash, log.logIndex, log.entityId, block].join('/')
  const before = times.get(key) ?? 0
  if (before >= chain.nodes.length) return false
  times.delete(key)
  times.set(key, before + 1)
  if (times.size > rememberedMax) times.delete(times.keys().next().value!)
  return true
}

/**
 * Has blocks read again of which enough nodes hold what is not stored. Contracts and addresses would not show it by
 * themselves where something else undid it since: then nothing would ever be decided. What does not come by that waits
 * for searches of its address, or contract, and is shown.
 */
async function readKeptBack(
  dependencies: ChainDependencies,
  common: CommonBlock,
  cursor: Cursor,
  open: WeighedRetraction[],
): Promise<void> {
  const needed = dependencies.chain.nodesToAgree
  const keptBack = open.flatMap(({ log, unstoredIn }) => {
    const block = findGivenByEnough(unstoredIn, needed) ?? null
    const isRead = block !== null && block <= cursor.blockNumber
    return isRead && isReadAgain(dependencies.chain, log, block) ? [block] : []
  })
  if (!keptBack.length) return
  const from = Math.min(...keptBack)
  const reason = `a node kept back logs of block ${from} that other nodes hold`
  await readAgain(dependencies, common, cursor, { from, reason })
}

async function weigh(
  chain: ConnectedChain,
  { holders }: CommonBlock,
  logs: Retraction[],
): Promise<WeighedRetraction[]> {
  // The one that is believed has just read the blocks: what it did not give again is gone, but for what its block still holds.
  const isOneEnough = chain.nodesToAgree === 1
  return Promise.all(
    logs.map(async (log) => {
      const weighed: WeighedRetraction = { log, holds: [], lacks: [], unstoredIn: [] }
      for (const { node, host } of holders.slice(0, isOneEnough ? 1 : undefined)) {
        const answer = await askWhetherHeld(node, chain, log).catch(() => 'unknown' as const)
        if (isOneEnough) weighed[answer === 'holds' ? 'holds' : 'lacks'].push(host)
        else if (typeof answer === 'number') weighed.unstoredIn.push(answer)
        else if (answer !== 'unknown') weighed[answer].push(host)
      }
      return weighed
    }),
  )
}

/**
 * Asks a node whether it still holds a log: it does if it holds the block. Where another block took its place, the
 * transaction may have come again, and done the same: until that is stored, nothing is taken back, and the number of its
 * block is returned. Whatever else the transaction did then, the log is gone: a payer chooses what that is.
 */
async function askWhetherHeld(
  node: Client,
  chain: ConnectedChain,
  log: Retraction,
): Promise<Evidence | number> {
  const header = await readHeader(node, log.blockNumber)
  if (!header) return 'unknown'
  if (header.hash === log.blockHash) return 'holds'
  const { event, transactionHash, isOnlyShown } = log
  // The native coin is found without a transaction: it is found again by the address's balance.
  if (isOnlyShown || event === 'Found' || transactionHash === null) return 'lacks'
  const receipt = await readReceipt(node, transactionHash)
  if (!receipt?.isSuccess) return 'lacks'
  // The chains file may have lost the token: then no log of it is read, however often its block is.
  const isRead = log.token === null || chain.assets.some(({ address }) => address === log.token)
  const unstored = receipt.logs.find(
    (one) =>
      readAlike(chain, one, { ...log, event }) !== null &&
      !log.storedAnew.includes(`${one.blockHash}/${one.logIndex}`),
  )
  if (unstored && !isRead) return 'unknown'
  return unstored?.blockNumber ?? 'lacks'
}
