/**
 * Reads on from the cursor and stores in one commit what was read: blocks, events of known
 * contracts, transfers and sweeps at deposit addresses, the cursor, and the payers' allowances and
 * balances where they may have changed.
 */
import type { Address, Client } from 'viem'
import { hostOfNode } from '../chain/agreement/node-hosts.ts'
import type { Header } from '../chain/blocks.ts'
import type { Cursor } from '../chain/cursor.ts'
import { loadBlocks, type SeenBlock, storeBlocks, storeLogs } from './cursor-store.ts'
import type { ContractLog } from './logs/contract-logs.ts'
import { requestContractCheck } from './contracts/contract-watch.ts'
import { readDeposits } from './deposits/deposit-reader.ts'
import { storeDeposits } from './deposits/deposit-store.ts'
import { findChangedFunds, readChangedFunds } from './funds-watch.ts'
import { logRangeOf } from './logs/log-pieces.ts'
import { nextRange, readRange, tipBlocks } from './logs/range-reader.ts'
import { findSubscriptions, type KnownSubscription } from '../chain/subscriptions.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { commitStep } from './step.ts'

/** Blocks whose logs are read a second time. */
const overlapBlocks = 3

/** Reads and stores the next range up to `head`; returns where the cursor is then. */
export async function ingestBlocks(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  head: Header,
): Promise<Cursor> {
  const { database, chain } = dependencies
  const { pool } = database
  const range = nextRange(cursor, head.number, logRangeOf(node))
  const behind = cutToUnbroken(await loadBlocks(pool, chain.name, range.from - overlapBlocks))
  const isTip = head.number - range.from < 2 * tipBlocks
  const { headers, logs } = await readRange(node, chain, cursor, range, { head, isTip, behind })
  const again = { from: behind[0]?.number ?? range.from, to: range.to }
  const deposits = await readDeposits(pool, node, chain, again, { headers, behind })
  const known = await findSubscriptions(pool, [...new Set(logs.map((log) => log.contractAddress))])
  const changed = await findChangedFunds(pool, node, chain, range)
  const funds = await readChangedFunds(pool, node, chain, changed, {
    blockNumber: BigInt(head.number),
    tag: `${head.hash}/${cursor.revision}`,
  })
  const reportedBy = hostOfNode(chain, node)
  const ownLogs = logs.filter((log) => known.has(log.contractAddress))
  return commitStep(dependencies, cursor, {
    moveTo: headers.at(-1)!,
    messages: funds,
    async write(client) {
      await storeBlocks(client, chain.name, headers)
      await storeLogs(client, chain.name, ownLogs, reportedBy)
      await requestContractCheck(client, logs.filter((log) => isAhead(log, known)).map(contractOf))
      await storeDeposits(client, chain, deposits, reportedBy)
    },
  })
}

const contractOf = ({ contractAddress }: ContractLog): Address => contractAddress

/** Whether a charge cannot come next by the known state: an event before it may not have been read. */
function isAhead(log: ContractLog, known: Map<string, KnownSubscription>): boolean {
  const subscription = known.get(log.contractAddress)
  if (!subscription || log.event !== 'Charged') return false
  return log.args.period > subscription.chargesMade + 1 || subscription.frozenBy !== null
}

/** Cuts a list of blocks to its unbroken end; ranges read far behind the head leave gaps. */
function cutToUnbroken(blocks: SeenBlock[]): SeenBlock[] {
  const last = blocks.at(-1)?.number ?? 0
  return blocks.filter(({ number }, index) => last - number === blocks.length - 1 - index)
}
