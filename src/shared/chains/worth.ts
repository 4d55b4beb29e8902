/**
 * What is worth its gas, as the chains file says it. Nothing here knows a market: the operator gives
 * the least amounts, and may say what the native coin costs. Left out, they follow from the token's
 * symbol (a stablecoin is worth about one) and the chain; of any other token on a main network the
 * operator has to say it, because without a least amount anybody can make merchants pay for sweeps.
 */
import { formatGwei, parseGwei } from 'viem'
import { z } from 'zod'
import type { Network } from '../network.ts'
import { gasOf, Gwei } from './gas.ts'

const decimalPattern = /^(0|[1-9]\d{0,29})(\.\d{1,36})?$/
const Amount = z
  .string()
  .regex(decimalPattern, { error: 'must be a plain decimal such as "0.5"', abort: true })
const isMoreThanZero = (text: string) => /[1-9]/.test(text)

/** Of an asset. */
export const worthFields = {
  /** The least that can be asked for in one payment. */
  minPayment: Amount.optional(),
  /** What lies at a deposit address is moved on by itself only from this amount on. */
  minSweep: Amount.optional(),
  /** What one native coin costs in this asset, as the operator says it now and then. */
  nativePrice: Amount.refine(isMoreThanZero, 'must be more than 0').nullable().default(null),
}

/** Of a chain. */
export const sweepFields = {
  /** While a unit of gas costs more than this, sweeps wait. Null: as long as any other transaction. */
  sweepMaxFeePerGasGwei: Gwei.nullable().optional(),
  /** How many percent of what a sweep moves its gas may cost, where `nativePrice` is known. */
  sweepCostPercentMax: z.int().min(1).max(100).default(10),
}

type Given = { symbol: string; decimals: number; code: string } & {
  minPayment?: string | undefined
  minSweep?: string | undefined
  nativePrice: string | null
}
type GivenChain = {
  network: Network
  chainId: number
  assets: Given[]
  gas: Parameters<typeof gasOf>[1]
  sweepMaxFeePerGasGwei?: string | null | undefined
}

const stablecoins = new Set(
  (
    'USDC USDC.e USDT USDT0 USD₮ USD₮0 DAI xDAI USDS PYUSD FDUSD TUSD USDP GUSD RLUSD USDG GHO ' +
    'EURC EURe EURI'
  ).split(' '),
)

/** Some 80,000 gas a sweep: on Ethereum dollars, elsewhere hundredths of one. */
const ethereumChainId = 1
const leastOnEthereum = '5'
const leastElsewhere = '0.1'

/** Without a word of the operator, sweeps wait above this part of what is ever offered for gas. */
const sweepFeeDivisor = 20n

/** The faults of an entry of the chains file, one for each asset. */
export function faultsOfWorth(chain: GivenChain): string[] {
  return chain.assets.flatMap((asset) => {
    const given = [asset.minPayment, asset.minSweep].filter((text) => text !== undefined)
    const tooFine = given.find((text) => (text.split('.')[1] ?? '').length > asset.decimals)
    if (tooFine !== undefined)
      return [`${asset.code}: '${tooFine}' has more than the ${asset.decimals} decimals it has`]
    if (minimumsOf(chain, asset)) return []
    return [
      `${asset.code} needs "minPayment": nobody here knows what ${asset.symbol} is worth, and less ` +
        'than its gas should not be swept ("0" asks for no least amount)',
    ]
  })
}

/** The least amounts of an asset; null where the operator has to say them. */
function minimumsOf(
  { network, chainId }: Pick<GivenChain, 'network' | 'chainId'>,
  { symbol, minPayment, minSweep }: Given,
): Minimums | null {
  const payment = minPayment ?? minSweep ?? leastOf({ network, chainId }, symbol)
  return payment === null ? null : { minPayment: payment, minSweep: minSweep ?? payment }
}

function leastOf({ network, chainId }: { network: Network; chainId: number }, symbol: string) {
  // Gas of a test network costs nothing.
  if (network === 'TestNet') return '0'
  if (!stablecoins.has(symbol)) return null
  return chainId === ethereumChainId ? leastOnEthereum : leastElsewhere
}

/** The gas price, in gwei, above which sweeps wait; null where they never do for that. */
function sweepFeeGweiOf({ network, chainId, gas, sweepMaxFeePerGasGwei }: GivenChain) {
  if (sweepMaxFeePerGasGwei !== undefined) return sweepMaxFeePerGasGwei
  if (network === 'TestNet') return null
  return formatGwei(parseGwei(gasOf(chainId, gas).maxFeePerGasGwei) / sweepFeeDivisor)
}

type Minimums = { minPayment: string; minSweep: string }
type WithWorth<Chain extends GivenChain> = Omit<Chain, 'assets' | 'sweepMaxFeePerGasGwei'> & {
  sweepMaxFeePerGasGwei: string | null
  assets: (Omit<Chain['assets'][number], keyof Minimums> & Minimums)[]
}

/** An entry with everything filled in that it left out. */
export function withWorth<Chain extends GivenChain>(chain: Chain): WithWorth<Chain> {
  return {
    ...chain,
    sweepMaxFeePerGasGwei: sweepFeeGweiOf(chain),
    assets: chain.assets.map((asset: Chain['assets'][number]) => ({
      ...asset,
      // An asset of unknown worth was refused before.
      ...(minimumsOf(chain, asset) ?? { minPayment: '0', minSweep: '0' }),
    })),
  }
}
