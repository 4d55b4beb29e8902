/** Reads what moved at deposit addresses in a range of blocks, with the payments they belong to. */
import type { Pool } from 'pg'
import type { Address, Client, Hash } from 'viem'
import { chunksOf } from '../../shared/chunks-of.ts'
import type { BlockRange, Header, LogFilter, RawLog } from '../../chain/blocks.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { SeenBlock } from '../cursor-store.ts'
import { readEach } from '../../chain/log-filter.ts'
import { readLogsInPieces } from '../logs/log-pieces.ts'
import { withBlockTimes } from '../logs/range-reader.ts'
import { type DepositLog, sweepsFrom, toSweep, toTransfer, transfersTo } from './deposit-logs.ts'
import { findPaymentsAt, loadLiveAddresses } from './watch-list.ts'

/** A log of a known payment; or, as `Found`, money that was found there without a log. */
export type PaymentLog = Omit<DepositLog, 'event' | 'counterparty' | 'transactionHash'> & {
  event: DepositLog['event'] | 'Found'
  counterparty: Address | null
  transactionHash: Hash | null
  paymentId: string
  blockTimestamp: number
}

/** The blocks that logs may lie in: just read, or stored from before. */
export type HeldBlocks = { headers: Header[]; behind: SeenBlock[] }

const addressesInFilterMax = 500
const requestsAtOnceMax = 4

/**
 * Reads the transfers to the live addresses, and the sweeps out of every address of ours.
 *
 * @throws `ChainMoved` when a log lies in another block than we hold
 */
export async function readDeposits(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  range: BlockRange,
  held: HeldBlocks,
): Promise<PaymentLog[]> {
  const live = await loadLiveAddresses(pool, chain.name)
  const transfers = await readAll(
    node,
    chunksOf(live, addressesInFilterMax).map(transfersTo),
    range,
  )
  const sweeps = await readAll(node, [sweepsFrom(chain.depositFactory)], range)
  return pickOwn(pool, node, chain, { transfers, sweeps }, held)
}

/** Reads the transfers to these addresses and the sweeps out of them; throws as `readDeposits`. */
export async function readDepositsOf(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  addresses: Address[],
  range: BlockRange,
  held: HeldBlocks,
): Promise<PaymentLog[]> {
  const chunks = chunksOf(addresses, addressesInFilterMax)
  const transfers = await readAll(node, chunks.map(transfersTo), range)
  const filters = chunks.map((chunk) => sweepsFrom(chain.depositFactory, chunk))
  const sweeps = await readAll(node, filters, range)
  return pickOwn(pool, node, chain, { transfers, sweeps }, held)
}

/** Picks the logs that belong to a payment, with the times of their blocks. */
async function pickOwn(
  pool: Pool,
  node: Client,
  { name, assets }: ConnectedChain,
  { transfers, sweeps }: { transfers: RawLog[]; sweeps: RawLog[] },
  { headers, behind }: HeldBlocks,
): Promise<PaymentLog[]> {
  const logs = [
    ...readEach(node, transfers, (log) => toTransfer(log, assets)),
    ...readEach(node, sweeps, toSweep),
  ]
  const payments = await findPaymentsAt(pool, name, [
    ...new Set(logs.map(({ depositAddress }) => depositAddress)),
  ])
  const known = logs.flatMap((log) => {
    const paymentId = payments.get(log.depositAddress)
    return paymentId ? [{ ...log, paymentId }] : []
  })
  return withBlockTimes(node, known, headers, behind)
}

async function readAll(node: Client, filters: LogFilter[], range: BlockRange): Promise<RawLog[]> {
  const logs: RawLog[] = []
  for (const some of chunksOf(filters, requestsAtOnceMax)) {
    const found = await Promise.all(some.map((filter) => readLogsInPieces(node, filter, range)))
    logs.push(...found.flat())
  }
  return logs
}
