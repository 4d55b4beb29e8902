/** Reads what moved at deposit addresses in a range of blocks, with the payments they belong to. */
import type { Pool } from 'pg'
import type { Address, Client, Hash } from 'viem'
import type { BlockRange, Header, LogFilter, RawLog } from '../blocks.ts'
import type { ConnectedChain } from '../clients.ts'
import type { SeenBlock } from '../cursor-store.ts'
import { dated, readLogsHalving } from '../range-reader.ts'
import { type DepositLog, sweepsFrom, toSweep, toTransfer, transfersTo } from './deposit-logs.ts'
import { findPaymentsAt } from './watch-list.ts'

/** A log of a payment that we know; or, without a log, what was found there. */
export type PaymentLog = Omit<DepositLog, 'kind' | 'counterparty' | 'transactionHash'> & {
  kind: DepositLog['kind'] | 'Found'
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
 * Reads the transfers to `addresses`, and the sweeps out of every address of ours.
 *
 * @throws `ChainMoved` when a log lies in another block than we hold
 */
export async function readDeposits(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  addresses: Address[],
  range: BlockRange,
  { headers, behind }: HeldBlocks,
): Promise<PaymentLog[]> {
  const transfers = await readAll(node, chunksOf(addresses).map(transfersTo), range)
  const sweeps = await readLogsHalving(node, sweepsFrom(chain.depositFactory), range)
  const logs = [
    ...transfers.map(toTransfer).filter((transfer) => transfer !== null),
    ...sweeps.map(toSweep),
  ]
  const payments = await findPaymentsAt(pool, chain.name, [
    ...new Set(logs.map(({ depositAddress }) => depositAddress)),
  ])
  const ours = logs.flatMap((log) => {
    const paymentId = payments.get(log.depositAddress)
    return paymentId ? [{ ...log, paymentId }] : []
  })
  return dated(node, ours, headers, behind)
}

async function readAll(node: Client, filters: LogFilter[], range: BlockRange): Promise<RawLog[]> {
  const logs: RawLog[] = []
  for (let i = 0; i < filters.length; i += requestsAtOnceMax) {
    const some = filters.slice(i, i + requestsAtOnceMax)
    const found = await Promise.all(some.map((filter) => readLogsHalving(node, filter, range)))
    logs.push(...found.flat())
  }
  return logs
}

function chunksOf(addresses: Address[]): Address[][] {
  const chunks: Address[][] = []
  for (let i = 0; i < addresses.length; i += addressesInFilterMax)
    chunks.push(addresses.slice(i, i + addressesInFilterMax))
  return chunks
}
