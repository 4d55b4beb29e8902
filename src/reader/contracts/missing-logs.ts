/**
 * Searches for logs of contracts whose own state says more than their stored logs: first by the
 * other nodes, because the one that is read from may keep them back. A found log is stored as if it
 * had been read in its turn, and is credited as nodes agree on it.
 */
import { type Address, type Client, pad } from 'viem'
import type { NamedNode } from '../agreement/common-block.ts'
import { type BlockRange, readLogsOfBlock } from '../../chain/blocks.ts'
import { detailsOf } from '../../chain/chain-errors.ts'
import { factoryFilter, toContractLog } from '../logs/contract-logs.ts'
import type { ContractState } from '../../chain/contract-state.ts'
import { readEach, type LogFilter } from '../../chain/logs/log-filter.ts'
import { readLogsInPieces } from '../logs/log-pieces.ts'
import { noteNodeAnomaly } from '../../chain/node-anomalies.ts'
import { withBlockTimes, type TimedLog } from '../logs/range-reader.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { isExplained, isCreditable, type PlacedEvent, replayEvents } from './logged-state.ts'
import { loadBlocks } from '../../chain/rows/blocks.ts'
import type { ContractLog } from '../../chain/rows/contract-logs.ts'

/** A contract whose state its stored logs do not explain. */
export type Unexplained = {
  contractAddress: Address
  payer: Address
  state: ContractState
  stored: PlacedEvent[]
}
/** `isExplained`: with the found logs, which may be none, the contract's state is explained. */
export type LogSearch = { found: TimedLog[]; isExplained: boolean }

/**
 * Reads the logs of these contracts in a range by one node after another, until they explain the
 * states.
 */
export async function searchLogs(
  dependencies: ChainDependencies,
  holders: NamedNode[],
  contracts: Unexplained[],
  range: BlockRange,
): Promise<Map<Address, LogSearch>> {
  const searches = new Map<Address, LogSearch>()
  const logsSoFar: TimedLog[] = []
  for (const { node, host } of holders) {
    const open = contracts.filter((one) => !searches.get(one.contractAddress)?.isExplained)
    if (!open.length) break
    let logs: TimedLog[] = []
    try {
      logs = await readBy(dependencies, node, open, range)
    } catch (error) {
      const about = {
        blockchain: dependencies.chain.name,
        node: host,
        ...range,
        error: detailsOf(error),
      }
      dependencies.log.warn(
        about,
        'a node could not give the events of contracts in these blocks; the next one is asked',
      )
    }
    logsSoFar.push(...logs)
    for (const one of open) {
      const alone = explainBy(one, logs)
      const search = alone.isExplained ? alone : explainBy(one, logsSoFar)
      searches.set(one.contractAddress, search)
    }
  }
  await nameWithholders(
    dependencies,
    holders,
    [...searches.values()].flatMap(({ found }) => found),
  )
  return searches
}

/** Picks the logs that are new to a contract, where they can be credited without leaving a charge out. */
function explainBy(
  { contractAddress, payer, state, stored }: Unexplained,
  logs: TimedLog[],
): LogSearch {
  const isNew = (log: TimedLog) =>
    log.contractAddress === contractAddress &&
    !stored.some(
      ({ blockNumber, logIndex }) => log.blockNumber === blockNumber && log.logIndex === logIndex,
    )
  const found = [...new Map(logs.filter(isNew).map((log) => [nameOf(log), log])).values()]
  const logged = replayEvents([...stored, ...found], payer)
  if (!isCreditable(state, logged)) return { found: [], isExplained: false }
  return { found, isExplained: isExplained(state, logged) }
}

const nameOf = ({ blockHash, logIndex }: TimedLog): string => `${blockHash}/${logIndex}`

async function readBy(
  { database, chain }: ChainDependencies,
  node: Client,
  contracts: Unexplained[],
  range: BlockRange,
): Promise<TimedLog[]> {
  const filter = filterOf(
    chain.factory,
    contracts.map(({ contractAddress }) => contractAddress),
  )
  const raw = await readLogsInPieces(node, filter, range)
  const behind = await loadBlocks(database.pool, chain.name, range.from)
  return withBlockTimes(node, readEach(node, raw, toContractLog), [], behind)
}

const filterOf = (factory: Address, contracts: Address[]): LogFilter => ({
  ...factoryFilter(factory),
  topics: [...factoryFilter(factory).topics, contracts.map((contract) => pad(contract))],
})

/** Asks each node for one of the found logs, and names those that lack it. */
export async function nameWithholders(
  { chain, log }: ChainDependencies,
  holders: NamedNode[],
  [found]: ContractLog[],
): Promise<void> {
  if (!found) return
  const { event, contractAddress, transactionHash, blockNumber, blockHash, logIndex } = found
  const what = `${event} of ${contractAddress} in transaction ${transactionHash}, block ${blockNumber}`
  const without: string[] = []
  for (const { node, host } of holders) {
    const filter = filterOf(chain.factory, [contractAddress])
    const logs = await readLogsOfBlock(node, filter, blockHash).catch(() => null)
    if (!logs || logs.some((one) => one.logIndex === logIndex)) continue
    without.push(host)
    noteNodeAnomaly(node, 'WithheldLog', `keeps back ${what}, which the contract's state bears out`)
  }
  const about = { blockchain: chain.name, found: what, withheldBy: without }
  log.warn(about, 'an event of a contract was kept back when its block was read, and is found now')
}
