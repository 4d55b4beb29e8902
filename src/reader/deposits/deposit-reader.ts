/** Reads what moved at deposit addresses in a range of blocks, with the payments they belong to. */
import type { Pool } from 'pg'
import type { Address, Client } from 'viem'
import { chunksOf, mapInChunks } from '../../shared/chunks-of.ts'
import type { BlockRange } from '../../chain/blocks.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { readEach, type LogFilter, type RawLog } from '../../chain/logs/log-filter.ts'
import { addressesInFilterMax } from '../logs/filters.ts'
import { readLogsInPieces } from '../logs/log-pieces.ts'
import type { OwnLogs } from '../logs/own-logs.ts'
import { withBlockTimes } from '../logs/range-reader.ts'
import { leaveOutStoredDeposits } from '../logs/stored-logs.ts'
import { sweepsFrom, toSweep, toTransfer, transfersTo } from './deposit-logs.ts'
import { findPaymentsAt } from '../../chain/rows/watched-addresses.ts'
import type { Header, SeenBlock } from '../../chain/rows/blocks.ts'
import type { LoggedDeposit, PaymentLog } from '../../chain/rows/deposit-logs.ts'
/** The blocks that logs may lie in: just read, or stored from before. */
export type HeldBlocks = { headers: Header[]; behind: SeenBlock[] }

const requestsAtOnceMax = 4

/**
 * Reads what came to payments and went on, of the logs of a range; not what is stored already.
 *
 * @throws `ChainMoved` when a log lies in another block than we hold
 */
export async function timeDeposits(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  own: OwnLogs,
  { headers, behind }: HeldBlocks,
): Promise<PaymentLog[]> {
  const found = await pickOwn(pool, node, chain, own)
  const logs = await leaveOutStoredDeposits(pool, chain.name, found, behind)
  return withBlockTimes(node, logs, headers, behind)
}

/** Reads the transfers of any token to these addresses and the sweeps out of them; throws as `timeDeposits`. */
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
  const known = await pickOwn(pool, node, chain, { transfers, sweeps })
  return withBlockTimes(node, known, held.headers, held.behind)
}

/** Picks the logs that belong to a payment. */
async function pickOwn(
  pool: Pool,
  node: Client,
  { name, assets }: ConnectedChain,
  { transfers, sweeps }: { transfers: RawLog[]; sweeps: RawLog[] },
): Promise<(LoggedDeposit & { paymentId: string })[]> {
  const logs = [
    ...readEach(node, transfers, (log) => toTransfer(log, assets)),
    ...readEach(node, sweeps, toSweep),
  ]
  const payments = await findPaymentsAt(pool, name, [
    ...new Set(logs.map(({ depositAddress }) => depositAddress)),
  ])
  return logs.flatMap((log) => {
    const paymentId = payments.get(log.depositAddress)
    return paymentId ? [{ ...log, paymentId }] : []
  })
}

/** Reads the transfers of any token to these addresses; throws as `timeDeposits`. */
export async function readTransfersTo(
  pool: Pool,
  node: Client,
  chain: ConnectedChain,
  addresses: Address[],
  range: BlockRange,
  { headers, behind }: HeldBlocks,
): Promise<PaymentLog[]> {
  const filters = chunksOf(addresses, addressesInFilterMax).map(transfersTo)
  const transfers = await readAll(node, filters, range)
  const found = await pickOwn(pool, node, chain, { transfers, sweeps: [] })
  const logs = await leaveOutStoredDeposits(pool, chain.name, found, behind)
  return withBlockTimes(node, logs, headers, behind)
}

async function readAll(node: Client, filters: LogFilter[], range: BlockRange): Promise<RawLog[]> {
  const read = (filter: LogFilter) => readLogsInPieces(node, filter, range)
  return (await mapInChunks(filters, requestsAtOnceMax, read)).flat()
}
