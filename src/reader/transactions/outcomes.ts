/**
 * Reads the outcome of each item of a mined transaction, from the factory's events in its receipt:
 * `Charged` is done, `ChargeFailed` is failed with a reason, and neither means that the gas ran out
 * before the item's turn. A charge by somebody else in between is no failure: nothing was tried. A control that left no
 * event was a call to a contract that a reorganisation had taken: it failed, whatever the receipt says.
 */
import type { Address, Client, TransactionReceipt } from 'viem'
import type { Pool } from 'pg'
import type { ReasonName } from '../../../machines/reasons.ts'
import type { TransactionOutcome } from '../../../machines/transaction/transaction.events.ts'
import { askNodes } from '../../chain/ask-nodes.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { outcomesOfSweep } from '../deposits/sweep-outcomes.ts'
import { readFactoryEvent } from '../logs/contract-logs.ts'
import { type Refusal, refusalOf, toReason } from '../../chain/refusals.ts'
import { explainFailedTransfers } from '../../chain/shortage.ts'
import { findSubscriptions } from '../../chain/rows/subscriptions.ts'
import type { KnownTransaction } from '../../chain/rows/transactions.ts'

type Item = KnownTransaction['items'][number]

/** Reads the outcome of every item, in order. */
export async function outcomesOf(
  pool: Pool,
  chain: ConnectedChain,
  transaction: KnownTransaction,
  receipt: TransactionReceipt,
): Promise<TransactionOutcome[]> {
  if (receipt.status !== 'success')
    return transaction.items.map((item) => ({
      ...item,
      outcome: 'failed',
      reason: 'ChainReverted',
    }))
  if (transaction.purpose === 'sweep') return outcomesOfSweep(chain, transaction, receipt)
  const { controlled, charged, refusals } = readEvents(chain, receipt)
  if (transaction.purpose !== 'charge' && transaction.purpose !== 'activate')
    return transaction.items.map((item) =>
      isControl(transaction) && !controlled.has(item.contractAddress)
        ? { ...item, outcome: 'failed', reason: 'ChainReverted' }
        : { ...item, outcome: 'done', reason: null },
    )
  const transfers = transaction.items.filter(
    (item) => refusals.get(item.contractAddress) === 'TransferFailed',
  )
  const reasons = await readTransferReasons(pool, chain.nodes, transfers, receipt.blockNumber)
  return transaction.items.map((item) => {
    if (charged.has(item.contractAddress)) return { ...item, outcome: 'done', reason: null }
    const refusal = refusals.get(item.contractAddress)
    if (!refusal || refusal === 'NotDue') return { ...item, outcome: 'notProcessed', reason: null }
    const reason = reasons.get(item.contractAddress) ?? toReason(refusal)
    return { ...item, outcome: 'failed', reason }
  })
}

const isControl = ({ purpose }: KnownTransaction): boolean =>
  purpose === 'freeze' || purpose === 'unfreeze' || purpose === 'cancel'

function readEvents({ factory }: ConnectedChain, { logs }: TransactionReceipt) {
  const controlled = new Set<string>()
  const charged = new Set<string>()
  const refusals = new Map<string, Refusal>()
  for (const log of logs) {
    if (log.address.toLowerCase() !== factory.toLowerCase()) continue
    const read = readOrNull(log)
    if (!read || read.eventName === 'Deployed') continue
    const { subscription } = read.args
    if (read.eventName === 'Charged') charged.add(subscription)
    else if (read.eventName === 'ChargeFailed')
      refusals.set(subscription, refusalOf(read.args.reason))
    else controlled.add(subscription)
  }
  return { controlled, charged, refusals }
}

/** A log that is not what its first topic says counts like one that is missing. */
function readOrNull(log: TransactionReceipt['logs'][number]) {
  try {
    return readFactoryEvent(log)
  } catch {
    return null
  }
}

/**
 * Reads why transfers failed. A token says only that it did not pay, so what was missing is read
 * from every node as of that block; where nodes differ, the reason is `ChainReverted`.
 */
async function readTransferReasons(
  pool: Pool,
  nodes: Client[],
  items: Item[],
  blockNumber: bigint,
): Promise<Map<string, ReasonName>> {
  if (!items.length) return new Map()
  const addresses = items.map(({ contractAddress }) => contractAddress)
  const subscriptions = [...(await findSubscriptions(pool, addresses)).values()]
  const [first = [], ...others] = await askNodes(nodes, (node) =>
    explainFailedTransfers(node, subscriptions, blockNumber),
  )
  return new Map(
    subscriptions.map(({ contractAddress }, index) => {
      const isAgreed = others.every((reasons) => reasons[index] === first[index])
      return [contractAddress as Address, isAgreed ? first[index]! : 'ChainReverted']
    }),
  )
}
