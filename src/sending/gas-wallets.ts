/**
 * Computes what a merchant's gas wallet can still take on: places in the nodes' pools, gas, and what
 * the merchant allows within a day.
 */
import { larger } from '../shared/money.ts'
import type { Address } from 'viem'
import { getBalance } from 'viem/actions'
import { askNodes } from '../chain/ask-nodes.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import {
  dataBytesOf,
  dataFeePerByteMax,
  envelopeBytes,
  readDataFeePerByte,
} from '../chain/gas/data-fee.ts'
import { computeExpectedPrice, isAboveLimit } from '../chain/gas/fees.ts'
import { readOffer } from '../chain/gas/gas-market.ts'
import { sumSpentWithinADay } from '../chain/gas/gas-spent.ts'
import { readRestMs } from '../chain/lanes/lane-rest.ts'
import { sumInFlight } from '../chain/rows/transactions.ts'
import type { Database } from '../store/database.ts'
import { findGasLimits, type GasLimits } from '../store/merchants/gas-limits.ts'
import { type LaneRoom, roomBeside } from './lane-room.ts'
import { minedSeen } from './mined-seen.ts'
import { listGasWallets } from '../store/merchants/gas-wallets.ts'

export type GasBudget = {
  wallet: Address
  inFlight: number
  /** Says what may still be begun now. */
  room: LaneRoom
  /** In wei: what is left of the balance or of today's limit, if everything in flight costs its worst. */
  availableWei: bigint
  /** The reason to report where nothing is left: the balance is used up, or today's limit. */
  emptyReason: 'GasWalletEmpty' | 'GasBudgetSpent'
  /** Wei for each unit of gas, at worst. */
  maxFeePerGas: bigint
  /** Wei for each unit of gas, probably. */
  expectedPrice: bigint
  /** Wei for each byte, where a rollup takes something for data. */
  dataFeePerByte: bigint
  limits: GasLimits
  /** Why nothing may be begun now, whatever the wallet holds; null where it may. */
  closedFor: 'ChainRefuses' | 'GasPriceTooHigh' | null
}

/** Finds the merchant's gas wallet on a chain; `null` where there is none. */
export async function findGasWallet(
  database: Database,
  merchantId: string,
  { name, network }: ConnectedChain,
): Promise<Address | null> {
  const wallets = await listGasWallets({ database }, { merchantId, network })
  return wallets.find(({ blockchain }) => blockchain === name)?.address ?? null
}

/** Reads the room of a merchant's lane; one without a wallet has room, so that its requests hear why they wait. */
export async function readRoom(
  database: Database,
  merchantId: string,
  chain: ConnectedChain,
): Promise<LaneRoom & { wallet: Address | null }> {
  const wallet = await findGasWallet(database, merchantId, chain)
  const inFlight = wallet ? await readInFlight(database, chain, wallet) : nothingInFlight
  return { wallet, ...roomBeside(inFlight, chain.gas) }
}

const nothingInFlight = { count: 0, gas: 0n, unmined: { count: 0, gas: 0n } }

const readInFlight = ({ pool }: Database, chain: ConnectedChain, wallet: Address) =>
  sumInFlight(pool, chain.name, wallet, minedSeen(chain, wallet))

/** Reads what a gas wallet can spend now, from the chain, from what is in flight and from the merchant's limits. */
export async function readGasBudget(
  database: Database,
  merchantId: string,
  chain: ConnectedChain,
  wallet: Address,
): Promise<GasBudget> {
  const lane = { blockchain: chain.name, wallet }
  const owner = { merchantId, network: chain.network }
  const [balance, offer, dataFeePerByte, inFlight, restsMs, spent, limits] = await Promise.all([
    readBalance(chain, wallet),
    readOffer(chain),
    readDataFeePerByte(chain),
    readInFlight(database, chain, wallet),
    readRestMs(database.pool, lane),
    sumSpentWithinADay(database.pool, lane),
    findGasLimits({ database }, owner, chain.name),
  ])
  const { maxFeePerGas } = offer.fees
  const bytes = dataBytesOf(inFlight.gas) + BigInt(inFlight.count) * envelopeBytes
  const committedWei =
    inFlight.worstCaseWei + inFlight.unsignedGas * maxFeePerGas + bytes * dataFeePerByte
  const inWallet = balance - committedWei
  const forToday = limits.weiPerDay === null ? inWallet : limits.weiPerDay - spent - committedWei
  const isForToday = forToday < inWallet
  const isTooDear =
    isAboveLimit(offer.market, offer.limits) || dataFeePerByte > dataFeePerByteMax(chain)
  return {
    wallet,
    inFlight: inFlight.count,
    room: roomBeside(inFlight, chain.gas),
    availableWei: isForToday ? forToday : inWallet,
    emptyReason: isForToday ? 'GasBudgetSpent' : 'GasWalletEmpty',
    maxFeePerGas,
    expectedPrice: computeExpectedPrice(offer.market, offer.limits),
    dataFeePerByte,
    limits,
    closedFor: restsMs > 0 ? 'ChainRefuses' : isTooDear ? 'GasPriceTooHigh' : null,
  }
}

/**
 * Reads the highest balance that a node gives. The lowest would let one node stop everything; where one
 * gives too much, the others refuse the transaction when it is sent.
 */
async function readBalance({ nodes }: ConnectedChain, wallet: Address): Promise<bigint> {
  const balances = await askNodes(nodes, (node) => getBalance(node, { address: wallet }))
  return balances.reduce((most, balance) => larger(most, balance))
}

/** Returns whether a transaction's worst case fits what is left. */
export const canAfford = (budget: GasBudget, gasLimit: bigint): boolean =>
  worstCase(budget, gasLimit) <= budget.availableWei

/**
 * Takes the worst case of a batch out of a budget, of as many items as it can pay for.
 *
 * @returns how many, at most `countMax`; the gas limit grows with them
 */
export function spendOnBatch(
  budget: GasBudget,
  countMax: number,
  gasLimitFor: (count: number) => bigint,
): number {
  for (let count = countMax; count > 0; count = Math.floor(count / 2))
    if (spendOnTransaction(budget, gasLimitFor(count))) return count
  return 0
}

/** Whether a transaction may be begun beside what is in flight; one alone always may. */
const hasRoom = ({ room, inFlight }: GasBudget, gasLimit: bigint): boolean =>
  room.places > 0 && (inFlight === 0 || gasLimit <= room.gas)

/** Takes a transaction's worst case out of a budget, if it fits. */
export function spendOnTransaction(budget: GasBudget, gasLimit: bigint): boolean {
  if (budget.closedFor || !hasRoom(budget, gasLimit) || !canAfford(budget, gasLimit)) return false
  budget.room.places -= 1
  budget.room.gas -= gasLimit
  budget.inFlight += 1
  budget.availableWei -= worstCase(budget, gasLimit)
  return true
}

const worstCase = ({ maxFeePerGas, dataFeePerByte }: GasBudget, gasLimit: bigint): bigint =>
  gasLimit * maxFeePerGas + dataBytesOf(gasLimit) * dataFeePerByte
