/**
 * Reads on from the cursor and stores in one commit what was read: blocks, events of known
 * contracts, transfers and sweeps at deposit addresses, the cursor, and the payers' allowances and
 * balances where they may have changed.
 */
import type { Address, Client } from 'viem'
import { hostOfNode } from '../chain/agreement/node-hosts.ts'
import type { Message } from '../shared/message.ts'
import type { Cursor } from '../chain/rows/cursor.ts'
import { storeLogs, type ContractLog } from '../chain/rows/contract-logs.ts'
import { requestContractCheck } from '../chain/rows/watched-contracts.ts'
import { timeDeposits } from './deposits/deposit-reader.ts'
import { storeDeposits } from '../chain/rows/deposit-logs.ts'
import { findChangedAnswers, readChangedFunds } from './payer-funds.ts'
import { logRangeOf } from './logs/log-pieces.ts'
import type { OwnLogs } from './logs/own-logs.ts'
import { readOwnLogs } from './logs/range-logs.ts'
import { nextRange, readRange, readTip, tipBlocks } from './logs/range-reader.ts'
import { findSubscriptions, type KnownSubscription } from '../chain/rows/subscriptions.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { commitStep } from '../reporter/step.ts'
import type { Header, SeenBlock } from '../chain/rows/blocks.ts'
import { loadNewestBlocks, storeBlocks } from '../chain/rows/blocks.ts'

/** Blocks whose logs are read a second time; so are all blocks of the last range that was read. */
const overlapBlocks = 3

/** `isSparse`: nothing is awaited on the chain, so headers are read only where something came. */
type Reading = { head: Header; isSparse: boolean }

/** Reads and stores the next range up to the head; returns where the cursor is then. */
export async function ingestBlocks(
  dependencies: ChainDependencies,
  node: Client,
  cursor: Cursor,
  { head, isSparse }: Reading,
): Promise<Cursor> {
  const { database, chain } = dependencies
  const { pool } = database
  const range = nextRange(cursor, head.number, { atOnce: logRangeOf(node), isSparse })
  const behind = await loadNewestBlocks(pool, chain.name, cursor.blockNumber, overlapBlocks)
  const isTip = head.number - range.from < 2 * tipBlocks
  const again = { from: overlapFrom(behind, range.from), to: range.to, newFrom: range.from }
  const [own, tip] = await Promise.all([
    readOwnLogs(dependencies, node, { ...again, isFar: !isTip }),
    isTip && !isSparse ? readTip(node, range, head) : null,
  ])
  const reading = { head, isTip, tip, behind, own }
  const { headers, logs } = await readRange(pool, node, chain, cursor, range, reading)
  const deposits = await timeDeposits(pool, node, chain, own, { headers, behind })
  const known = await findSubscriptions(pool, [...new Set(logs.map((log) => log.contractAddress))])
  const at = { blockNumber: BigInt(head.number), tag: `${head.hash}/${cursor.revision}` }
  const funds = await readFundsOf(dependencies, node, own, at)
  const reportedBy = hostOfNode(chain, node)
  // Blocks that were asked for once more, by hash, may hold events of contracts that are not ours.
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

/**
 * The first block whose logs are read again: some blocks back, or the first of the last range, where
 * not all its headers are stored.
 */
function overlapFrom(behind: SeenBlock[], from: number): number {
  const lastRange = (behind.at(-2)?.number ?? from) + 1
  return Math.max(0, from - tipBlocks, Math.min(from - overlapBlocks, lastRange))
}

/** Reads the funds that may have changed: of contracts that payers approved, and of payers who got something. */
async function readFundsOf(
  { database: { pool }, chain }: ChainDependencies,
  node: Client,
  { approved, paid }: OwnLogs,
  at: { blockNumber: bigint; tag: string },
): Promise<Message[]> {
  const answered = await findChangedAnswers(pool, node, chain, [...paid], at.blockNumber)
  return readChangedFunds(pool, node, chain, [...new Set([...approved, ...answered])], at)
}

const contractOf = ({ contractAddress }: ContractLog): Address => contractAddress

/** Whether a charge cannot come next by the known state: an event before it may not have been read. */
function isAhead(log: ContractLog, known: Map<string, KnownSubscription>): boolean {
  const subscription = known.get(log.contractAddress)
  if (!subscription || log.event !== 'Charged') return false
  return log.args.period > subscription.chargesMade + 1 || subscription.frozenBy !== null
}
