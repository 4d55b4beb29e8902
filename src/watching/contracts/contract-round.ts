/**
 * Asks contracts, now and then and a few at a time, where they stand, and compares that with their
 * logs. So an event that the node kept back that was read from is found all the same: a charge, a pause, a
 * cancellation. What is due costs one call for each 100 contracts and node; only what differs costs more.
 */
import type { Client } from 'viem'
import { enqueueMessages } from '../../store/outbox.ts'
import { type AgreedState, readAgreedStates } from '../agreement/agreed-states.ts'
import { type CommonBlock, findCommonBlock, type NamedNode } from '../agreement/common-block.ts'
import { forgetDoubts, noteAnomaly } from '../agreement/waiting.ts'
import { type Cursor, loadCursor } from '../../chain/cursor.ts'
import { blocksKept, storeLogs } from '../cursor-store.ts'
import { commitStep } from '../step.ts'
import { findDeployment } from '../../chain/deployments/deployment-store.ts'
import { readChangedFunds } from '../funds-watch.ts'
import type { TimedLog } from '../logs/range-reader.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import {
  type ContractCheck,
  type DueContract,
  enlistContracts,
  findDueContracts,
  recordContractChecks,
} from './contract-watch.ts'
import { nameWithholders, type Search, searchLogs, type Unexplained } from './missing-logs.ts'
import { isExplained, isCreditable, loadEvents, replayEvents } from './logged-state.ts'

const contractsEnlistedMax = 1_000
/** Of one round: so many that wait for an event, and as many others. */
const contractsAtOnceMax = 100
/** How far one round searches for what is missing. */
const blocksAtOnceMax = 20_000

type Compared = { due: DueContract; agreed: AgreedState; unexplained: Unexplained | null }

/** Looks at the contracts whose turn it is. */
export async function checkContracts(dependencies: ChainDependencies, node: Client): Promise<void> {
  const { database, chain } = dependencies
  const { pool } = database
  const cursor = await loadCursor(pool, chain.name)
  if (!cursor) return
  const deployment = await findDeployment(database, chain.name)
  const starts = {
    youngFrom: Math.max(0, cursor.blockNumber - blocksKept),
    oldFrom: (deployment?.fromBlock ?? 0) - 1,
  }
  await enlistContracts(pool, chain.name, starts, contractsEnlistedMax)
  const due = await findDueContracts(pool, chain.name, contractsAtOnceMax)
  if (!due.length) return
  const common = await findCommonBlock(dependencies, node, cursor)
  if ('reason' in common) return
  const compared = await compare(dependencies, common, due)
  const missing = compared.filter(({ unexplained }) => unexplained !== null)
  const range = rangeOf(
    missing.map((one) => one.due),
    common.block.number,
  )
  const unexplained = missing.map((one) => one.unexplained!)
  const holders = othersFirst(dependencies, common, node)
  const searches = await searchLogs(dependencies, holders, unexplained, range)
  const searched = { range, block: common.block.number }
  const found = await store(dependencies, cursor, compared, searches, searched)
  await nameWithholders(dependencies, holders, found)
  const other = common.holders.find((holder) => holder.node !== node)
  await tellDraftsFunds(dependencies, other?.node ?? node, common, due)
}

/** What drafts are allowed is asked by another node, too: no charge and no state shows a hidden approval. */
async function tellDraftsFunds(
  { database, bus, chain }: ChainDependencies,
  node: Client,
  { block }: CommonBlock,
  due: DueContract[],
): Promise<void> {
  const drafts = due.filter(({ status }) => status === 'Draft')
  if (!drafts.length) return
  const contracts = drafts.map(({ contractAddress }) => contractAddress)
  const at = { blockNumber: BigInt(block.number), tag: `round/${block.hash}` }
  const funds = await readChangedFunds(database.pool, node, chain, contracts, at)
  await enqueueMessages(database.pool, funds)
  await bus.publish(funds)
}

/** Compares where contracts stand, as the nodes agree, with where they stand by their logs. */
async function compare(
  { database, chain }: ChainDependencies,
  common: CommonBlock,
  due: DueContract[],
): Promise<Compared[]> {
  const contracts = due.map(({ contractAddress }) => contractAddress)
  const states = await readAgreedStates(common, chain.nodesToAgree, contracts)
  const events = await loadEvents(database.pool, chain.name, contracts, common.block.number)
  return due.map((one, index) => {
    const { contractAddress, payer } = one
    const agreed = states[index]!
    const stored = events.get(contractAddress)!
    const standing = replayEvents(stored, payer)
    const { state } = agreed
    const saysMore =
      state && !isExplained(state, standing) && (standing.hasGap || isCreditable(state, standing))
    return {
      due: one,
      agreed,
      unexplained: saysMore ? { contractAddress, payer, state, stored } : null,
    }
  })
}

/** The next blocks to be searched: of all contracts together, from the one that was known last. */
function rangeOf(missing: DueContract[], upTo: number): { from: number; to: number } {
  const from = 1 + Math.min(upTo, ...missing.map(({ knownAt, readUpTo }) => readUpTo ?? knownAt))
  return { from, to: Math.min(upTo, from + blocksAtOnceMax - 1) }
}

/** All nodes that hold the block; last the one that is read from, which kept something back. */
function othersFirst(
  { chain }: ChainDependencies,
  { holders }: CommonBlock,
  node: Client,
): NamedNode[] {
  const own = holders.filter((holder) => holder.node === node)
  const others = holders.filter((holder) => holder.node !== node)
  // They were not asked whether they hold the block, or do not: they may still tell the logs.
  const rest = chain.nodes
    .filter((other) => !holders.some((holder) => holder.node === other))
    .map((other) => ({ node: other, host: chain.rpcNodes[chain.nodes.indexOf(other)]!.name }))
  return [...others, ...rest, ...own]
}

/** Returns the logs that were found. */
async function store(
  dependencies: ChainDependencies,
  cursor: Cursor,
  compared: Compared[],
  searches: Map<string, Search>,
  searched: { range: { from: number; to: number }; block: number },
): Promise<TimedLog[]> {
  const { chain } = dependencies
  const isOver = searched.range.to === searched.block
  const tellable = [...searches.values()].filter((search) => search.isExplained || !isOver)
  const found = tellable.flatMap((search) => search.found)
  const looks = compared.map((one) => lookOf(one, searches, searched))
  await commitStep(dependencies, cursor, {
    async write(client) {
      await storeLogs(client, chain.name, found)
      await recordContractChecks(client, looks)
      const settled = compared.filter(({ agreed, due: { contractAddress } }) => {
        const search = searches.get(contractAddress)
        return agreed.state !== undefined && (search?.isExplained ?? true)
      })
      const about = settled.map(({ due }) => due.contractAddress)
      await forgetDoubts(client, dependencies, about, 'chain.unexplained')
      for (const one of compared) {
        const reason = reasonOf(one, searches.get(one.due.contractAddress), searched)
        if (!reason) continue
        const { contractAddress: entityId, merchantId, network } = one.due
        const subscription = { kind: 'subscription' as const, entityId, merchantId, network }
        await noteAnomaly(client, dependencies, subscription, { type: 'chain.unexplained' }, reason)
      }
    },
  })
  return found
}

function lookOf(
  { due: { contractAddress, knownAt, readUpTo }, agreed, unexplained }: Compared,
  searches: Map<string, Search>,
  { range, block }: { range: { to: number }; block: number },
): ContractCheck {
  const look = { contractAddress, knownAt, readUpTo, isDone: true }
  if (agreed.state === undefined) return look
  const search = searches.get(contractAddress)
  if (!unexplained || search?.isExplained) return { ...look, knownAt: block, readUpTo: null }
  if (range.to < block) return { ...look, readUpTo: range.to, isDone: false }
  return { ...look, readUpTo: knownAt }
}

/** What nobody could find out; null where all is well, or the search goes on. */
function reasonOf(
  { agreed, unexplained }: Compared,
  search: Search | undefined,
  { range, block }: { range: { to: number }; block: number },
): string | null {
  if (agreed.isDisputed) return `nodes differ about where the contract stands: ${agreed.said}`
  if (!unexplained || search?.isExplained || range.to < block) return null
  return `the contract says more of itself than its events: ${agreed.said}; no node tells the others up to block ${block}`
}
