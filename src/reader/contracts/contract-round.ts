/**
 * Asks contracts, every 30 seconds and a few at a time, for their state, and compares it with their
 * logs. So an event that the node being read kept back is found all the same: a charge, a pause, a
 * cancellation. Contracts that are due cost one call for each 100 and node, and one for what their payers
 * hold; only those that differ cost more.
 */
import type { Client } from 'viem'
import { commitStep, tellActors } from '../../reporter/step.ts'
import { type AgreedState, readAgreedStates } from '../agreement/agreed-states.ts'
import { type CommonBlock, findCommonBlock, type NamedNode } from '../agreement/common-block.ts'
import { type Cursor, loadCursor } from '../../chain/rows/cursor.ts'
import { storeLogs } from '../../chain/rows/contract-logs.ts'
import { readBalances } from '../../chain/funds.ts'
import { recordPayerFunds, walletOf } from '../../chain/rows/payer-funds.ts'
import { findSubscriptions, fundsQuestionOf } from '../../chain/rows/subscriptions.ts'
import { livingSubscriptions } from '../../core/states.ts'
import { findDeployment } from '../../chain/deployments/deployment-store.ts'
import { readChangedFunds } from '../payer-funds.ts'
import type { TimedLog } from '../logs/range-reader.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import {
  type ContractCheck,
  type DueContract,
  enlistContracts,
  findDueContracts,
  recordContractChecks,
} from '../../chain/rows/watched-contracts.ts'
import { nameWithholders, type LogSearch, searchLogs, type Unexplained } from './missing-logs.ts'
import { isExplained, isCreditable, loadEvents, replayEvents } from './logged-state.ts'
import { blocksStoredMax } from '../../chain/rows/blocks.ts'
import { forgetDoubts, noteAnomaly } from '../../reporter/anomalies.ts'

const contractsEnlistedMax = 1_000
/** In one round: this many that wait for an event, and as many others. */
const contractsAtOnceMax = 100
/** One round searches this many blocks for missing logs. */
const blocksAtOnceMax = 20_000

type Compared = { due: DueContract; agreed: AgreedState; unexplained: Unexplained | null }

/** Checks the contracts that are due. */
export async function checkContracts(dependencies: ChainDependencies, node: Client): Promise<void> {
  const { database, chain } = dependencies
  const { pool } = database
  const cursor = await loadCursor(pool, chain.name)
  if (!cursor) return
  const deployment = await findDeployment(database, chain.name)
  const starts = {
    youngFrom: Math.max(0, cursor.blockNumber - blocksStoredMax),
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
  await reportDraftsFunds(dependencies, other?.node ?? node, common, due)
  await lookAtFunds(dependencies, node, common, due)
}

/** Reads what the payers hold whose next charge is to come, so that it is known before the charge needs it. */
async function lookAtFunds(
  { database: { pool }, chain }: ChainDependencies,
  node: Client,
  { block }: CommonBlock,
  due: DueContract[],
): Promise<void> {
  const living = due.filter(({ status }) => livingSubscriptions.includes(status))
  const contracts = living.map(({ contractAddress }) => contractAddress)
  const questions = [...(await findSubscriptions(pool, contracts)).values()].map(fundsQuestionOf)
  const wallets = [...new Map(questions.map((one) => [walletOf(one), one])).values()]
  const blockNumber = BigInt(block.number)
  const balances = await readBalances(node, wallets, blockNumber)
  const funds = balances.map((balance) => ({ balance }))
  await recordPayerFunds(pool, chain.name, wallets, { blockNumber, funds })
}

/**
 * Reads drafts' allowances by another node, too: no charge and no state shows an approval that was
 * kept back.
 */
async function reportDraftsFunds(
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
  await tellActors({ database, bus }, funds)
}

/** Compares the contracts' states, as the nodes agree on them, with their states by their logs. */
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
    const logged = replayEvents(stored, payer)
    const { state } = agreed
    const saysMore =
      state && !isExplained(state, logged) && (logged.hasGap || isCreditable(state, logged))
    return {
      due: one,
      agreed,
      unexplained: saysMore ? { contractAddress, payer, state, stored } : null,
    }
  })
}

/**
 * Returns the next blocks to be searched, of all contracts together, from the first block that is
 * not known.
 */
function rangeOf(missing: DueContract[], upTo: number): { from: number; to: number } {
  const from = 1 + Math.min(upTo, ...missing.map(({ knownAt, readUpTo }) => readUpTo ?? knownAt))
  return { from, to: Math.min(upTo, from + blocksAtOnceMax - 1) }
}

/** Lists all nodes that hold the block; last the one that is read from, which kept something back. */
function othersFirst(
  { chain }: ChainDependencies,
  { holders }: CommonBlock,
  node: Client,
): NamedNode[] {
  const own = holders.filter((holder) => holder.node === node)
  const others = holders.filter((holder) => holder.node !== node)
  // These did not say that they hold the block: they may still give the logs.
  const rest = chain.nodes
    .filter((other) => !holders.some((holder) => holder.node === other))
    .map((other) => ({ node: other, host: chain.rpcNodes[chain.nodes.indexOf(other)]!.name }))
  return [...others, ...rest, ...own]
}

/** Stores checks and found logs; returns the logs. */
async function store(
  dependencies: ChainDependencies,
  cursor: Cursor,
  compared: Compared[],
  searches: Map<string, LogSearch>,
  searched: { range: { from: number; to: number }; block: number },
): Promise<TimedLog[]> {
  const { chain } = dependencies
  const isOver = searched.range.to === searched.block
  const usable = [...searches.values()].filter((search) => search.isExplained || !isOver)
  const found = usable.flatMap((search) => search.found)
  const checks = compared.map((one) => toCheck(one, searches, searched))
  await commitStep(dependencies, cursor, {
    async write(client) {
      await storeLogs(client, chain.name, found)
      await recordContractChecks(client, checks)
      const decided = compared.filter(({ agreed, due: { contractAddress } }) => {
        const search = searches.get(contractAddress)
        return agreed.state !== undefined && (search?.isExplained ?? true)
      })
      const about = decided.map(({ due }) => due.contractAddress)
      await forgetDoubts(client, dependencies, about, ['chain.unexplained'])
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

function toCheck(
  { due: { contractAddress, knownAt, readUpTo }, agreed, unexplained }: Compared,
  searches: Map<string, LogSearch>,
  { range, block }: { range: { to: number }; block: number },
): ContractCheck {
  const check = { contractAddress, knownAt, readUpTo, isDone: true }
  if (agreed.state === undefined) return check
  const search = searches.get(contractAddress)
  if (!unexplained || search?.isExplained) return { ...check, knownAt: block, readUpTo: null }
  if (range.to < block) return { ...check, readUpTo: range.to, isDone: false }
  return { ...check, readUpTo: knownAt }
}

/** Describes what no node could explain; null where all is explained, or the search goes on. */
function reasonOf(
  { agreed, unexplained }: Compared,
  search: LogSearch | undefined,
  { range, block }: { range: { to: number }; block: number },
): string | null {
  if (agreed.isDisputed) return `nodes differ about where the contract stands: ${agreed.answers}`
  if (!unexplained || search?.isExplained || range.to < block) return null
  return `the contract says more of itself than its events: ${agreed.answers}; no node tells the others up to block ${block}`
}
