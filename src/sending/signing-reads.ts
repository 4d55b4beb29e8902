/**
 * Asks the nodes for what signing needs: for the transactions of a lane together, so that many of them wait
 * for a distant node no longer than one does.
 */
import { readOffer } from '../chain/gas/gas-market.ts'
import { type NonceCounts, readMined, readNonceCounts } from '../chain/lanes/nonce-counts.ts'
import { findNextNonce } from '../chain/lanes/nonce-lanes.ts'
import type { Offer } from '../chain/lanes/signed-bytes.ts'
import type { KnownTransaction } from '../chain/rows/transactions.ts'
import { chooseGasLimit } from './gas-raise.ts'
import { recentlyMined } from './mined-seen.ts'
import type { Hex } from 'viem'
import type { Network } from '../shared/network.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import type { ConnectedChain } from '../chain/clients.ts'

/** Holds the answers of the nodes that signing needs. */
export type SigningReads = {
  offer: Offer
  /** By wallet. */
  counts: Map<string, NonceCounts>
  /** The gas limits, by transaction. */
  gas: Map<string, bigint>
}

/**
 * Asks the nodes, all at once, for what signing these transactions needs; for the price of gas only where it was not
 * asked for in the last `offerOldMs` milliseconds.
 */
export async function readForSigning(
  dependencies: SigningDependencies,
  transactions: KnownTransaction[],
  { offerOldMs = 0 } = {},
): Promise<SigningReads> {
  const { chain } = dependencies
  const lanes = new Map(transactions.map((transaction) => [transaction.wallet, transaction]))
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]))
  const [{ fees, market }, counts, gas] = await Promise.all([
    readOffer(chain, { oldMs: offerOldMs }),
    readEach(lanes, (lane) => readCountsFor(dependencies, lane)),
    readEach(byId, (transaction) => chooseGasLimit(chain, transaction)),
  ])
  return { offer: { fees, isLegacy: market.isLegacy }, counts, gas }
}

/** Reads something of each transaction, of all at once. */
async function readEach<Value>(
  transactions: Map<string, KnownTransaction>,
  read: (transaction: KnownTransaction) => Promise<Value>,
): Promise<Map<string, Value>> {
  const reading = [...transactions].map(async ([key, transaction]): Promise<[string, Value]> => [
    key,
    await read(transaction),
  ])
  return new Map(await Promise.all(reading))
}

/**
 * Reads how many of the wallet's nonces are used. A lane that has begun goes by its own count; all
 * nodes are asked only when it has not begun, or when a node has mined more than the lane gave out.
 */
async function readCountsFor(
  { database, chain }: SigningDependencies,
  transaction: KnownTransaction,
): Promise<NonceCounts> {
  const next = await findNextNonce(database.pool, transaction)
  if (next === null) return readNonceCounts(chain, transaction.wallet)
  const mined =
    recentlyMined(chain, transaction.wallet) ?? (await readMined(chain, transaction.wallet))
  if (mined > next) return readNonceCounts(chain, transaction.wallet)
  return { mined, minedAtMost: mined, pending: mined }
}

/** Opens a merchant's gas key, for immediate use. */
export type OpenGasKey = (merchantId: string, network: Network, blockchain: string) => Promise<Hex>

export type SigningDependencies = {
  database: Database
  log: Log
  chain: ConnectedChain
  openGasKey: OpenGasKey
}
