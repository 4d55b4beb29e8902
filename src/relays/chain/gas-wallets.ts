/** What a merchant's gas wallet can still take on: places in the nodes' pools, and gas. */
import type { Address } from 'viem'
import { getBalance } from 'viem/actions'
import { reading } from '../../chain/chain-errors.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { isAboveLimit } from '../../chain/fees.ts'
import { readOffer } from '../../chain/gas-market.ts'
import { restOf } from '../../chain/lane-rest.ts'
import { inFlightOf } from '../../chain/transactions.ts'
import type { Database } from '../../store/database.ts'
import { listGasWallets } from '../../store/merchants/gas-wallets.ts'

/** Nodes guarantee 16 places for each account; the batch is the parallelism. */
export const inFlightMax = 4

export type GasBudget = {
  wallet: Address
  inFlight: number
  /** How many transactions may still be begun now. */
  slots: number
  /** What is left when everything in flight costs its worst, in wei. */
  availableWei: bigint
  /** Wei for each unit of gas, at worst. */
  maxFeePerGas: bigint
  /** Why nothing may be begun now, whatever the wallet holds; null where it may. */
  closedFor: 'ChainRefuses' | 'GasPriceTooHigh' | null
}

/** The merchant's gas wallet on a chain; `null` where there is none. */
export async function findGasWallet(
  database: Database,
  merchantId: string,
  { name, network }: ConnectedChain,
): Promise<Address | null> {
  const wallets = await listGasWallets({ database }, { merchantId, network })
  return wallets.find(({ blockchain }) => blockchain === name)?.address ?? null
}

export async function readGasBudget(
  database: Database,
  chain: ConnectedChain,
  wallet: Address,
): Promise<GasBudget> {
  const [balance, { fees, market, limits }, inFlight, restsMs] = await Promise.all([
    reading(() => getBalance(chain.reader, { address: wallet })),
    readOffer(chain),
    inFlightOf(database.pool, chain.name, wallet),
    restOf(database.pool, { blockchain: chain.name, wallet }),
  ])
  const committedWei = inFlight.worstCaseWei + inFlight.unsignedGas * fees.maxFeePerGas
  return {
    wallet,
    inFlight: inFlight.count,
    slots: Math.max(0, inFlightMax - inFlight.count),
    availableWei: balance - committedWei,
    maxFeePerGas: fees.maxFeePerGas,
    closedFor:
      restsMs > 0 ? 'ChainRefuses' : isAboveLimit(market, limits) ? 'GasPriceTooHigh' : null,
  }
}

/** Whether a transaction's worst case fits what is left. */
export const affords = ({ availableWei, maxFeePerGas }: GasBudget, gasLimit: bigint): boolean =>
  gasLimit * maxFeePerGas <= availableWei

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
    if (spend(budget, gasLimitFor(count))) return count
  return 0
}

/** Takes a transaction's worst case out of a budget, if it fits. */
export function spend(budget: GasBudget, gasLimit: bigint): boolean {
  if (budget.closedFor || budget.slots === 0 || !affords(budget, gasLimit)) return false
  budget.slots -= 1
  budget.inFlight += 1
  budget.availableWei -= gasLimit * budget.maxFeePerGas
  return true
}
