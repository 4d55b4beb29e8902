/**
 * Searches for logs of deposit addresses whose balances show more, or less, than their stored logs:
 * by every node, because the one that is read from may keep them back. A found log is stored as if
 * it had been read in its turn, and is credited as nodes agree on it.
 */
import type { Address, Client } from 'viem'
import type { BlockRange } from '../../chain/blocks.ts'
import { detailsOf } from '../../chain/chain-errors.ts'
import { noteNodeAnomaly } from '../../chain/node-anomalies.ts'
import type { ChainDependencies } from '../../chain/dependencies.ts'
import { readDepositsOf } from './deposit-reader.ts'
import { loadBlocks } from '../../chain/rows/blocks.ts'
import type { PaymentLog } from '../../chain/rows/deposit-logs.ts'

type NodeLogs = { node: Client; host: string; logs: PaymentLog[] }
/** The logs of a range, and each node's answer. */
export type DepositSearch = { logs: PaymentLog[]; answers: NodeLogs[] }

/** Reads the logs of an address in a range by every node; null where none answers. */
export async function searchDeposits(
  dependencies: Omit<ChainDependencies, 'bus'>,
  node: Client,
  address: Address,
  range: BlockRange,
): Promise<DepositSearch | null> {
  const { database, chain, log } = dependencies
  const behind = await loadBlocks(database.pool, chain.name, range.from)
  const held = { headers: [], behind }
  const read = async (one: Client, host: string): Promise<NodeLogs[]> => {
    try {
      const logs = await readDepositsOf(database.pool, one, chain, [address], range, held)
      return [{ node: one, host, logs }]
    } catch (error) {
      const about = { blockchain: chain.name, node: host, ...range, error: detailsOf(error) }
      log.warn(
        about,
        'a node could not give the logs of a deposit address in these blocks; other nodes are asked',
      )
      return []
    }
  }
  const answered = await Promise.all(
    chain.nodes.map((one, index) => read(one, chain.rpcNodes[index]!.name)),
  )
  const answers = answered.flat().sort((one, other) => rank(one, node) - rank(other, node))
  return answers.length ? { logs: chooseLogs(answers), answers } : null
}

/** Ranks the node that is read from last. */
const rank = (answer: NodeLogs, node: Client): number => Number(answer.node === node)

/**
 * Chooses one log for each place in a block: as most nodes give it, and among equals as another
 * node does than the one that is read from.
 */
function chooseLogs(answers: NodeLogs[]): PaymentLog[] {
  const all = answers.flatMap(({ logs }) => logs)
  const counts = new Map<string, number>()
  for (const log of all) counts.set(contentOf(log), (counts.get(contentOf(log)) ?? 0) + 1)
  const chosen = new Map<string, PaymentLog>()
  for (const log of all) {
    const best = chosen.get(placeOf(log))
    if (!best || counts.get(contentOf(log))! > counts.get(contentOf(best))!)
      chosen.set(placeOf(log), log)
  }
  return [...chosen.values()]
}

const placeOf = ({ blockHash, logIndex, paymentId }: PaymentLog): string =>
  `${blockHash}/${logIndex}/${paymentId}`

const contentOf = (log: PaymentLog): string =>
  [placeOf(log), log.event, log.token, log.counterparty, log.amount, log.transactionHash].join('/')

/** Names the nodes that lack a log which the address's balance, as nodes agree on it, bears out. */
export function nameWithholders(
  { chain, log }: ChainDependencies,
  { answers }: DepositSearch,
  found: PaymentLog,
): void {
  const { event, transactionHash, blockNumber, depositAddress } = found
  const what = `${event} of ${depositAddress} in transaction ${transactionHash}, block ${blockNumber}`
  const without = answers.filter(
    ({ logs }) => !logs.some((other) => placeOf(other) === placeOf(found)),
  )
  for (const { node } of without)
    noteNodeAnomaly(
      node,
      'WithheldLog',
      `keeps back ${what}, which the address's balance bears out`,
    )
  const about = { blockchain: chain.name, found: what, withheldBy: without.map(({ host }) => host) }
  log.warn(
    about,
    'a log of a deposit address was kept back when its block was read, and is found now',
  )
}
