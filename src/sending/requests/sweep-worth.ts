/**
 * Judges whether a sweep is worth its gas, deposit by deposit, so that no number of deposits, and no money
 * that comes to them again and again, can make a merchant spend more than it brings. No market is asked:
 * the operator's least amount and price of the native coin count, and the chain's price of gas.
 */
import { parseGwei } from 'viem'
import type { ConnectedChain } from '../../chain/clients.ts'
import { nativeDecimals, toBaseUnits } from '../../shared/money.ts'

/** The usual gas of one deposit in a sweep of a few; 56 k among a hundred, 100 k alone. */
const gasOfOneSweep = 80_000n

export type SweepWorth = 'worth' | 'BelowMinimum' | 'GasTooDear'
type Prices = Pick<ConnectedChain, 'sweepMaxFeePerGasGwei' | 'sweepCostPercentMax' | 'assets'>

/** Whether gas costs more than the chains file allows for sweeps; `maxFeePerGas` in wei. */
function isGasTooDear({ sweepMaxFeePerGasGwei }: Prices, maxFeePerGas: bigint): boolean {
  return sweepMaxFeePerGasGwei !== null && maxFeePerGas > parseGwei(sweepMaxFeePerGasGwei)
}

/** Judges the deposit at one address; a token that the chains file does not name has no floor. */
export function judgeSweep(
  chain: Prices,
  token: string,
  baseUnits: bigint,
  maxFeePerGas: bigint,
): SweepWorth {
  const asset = chain.assets.find(({ address }) => address === token)
  if (!asset) return 'worth'
  const { decimals, minSweep, nativePrice } = asset
  if (baseUnits < toBaseUnits(minSweep, decimals)) return 'BelowMinimum'
  if (isGasTooDear(chain, maxFeePerGas)) return 'GasTooDear'
  if (nativePrice === null) return 'worth'
  const costWei = gasOfOneSweep * maxFeePerGas
  // Base units of the asset, times 10^18.
  const cost = costWei * toBaseUnits(nativePrice, decimals)
  const costMax =
    (baseUnits * 10n ** BigInt(nativeDecimals) * BigInt(chain.sweepCostPercentMax)) / 100n
  return cost > costMax ? 'GasTooDear' : 'worth'
}
