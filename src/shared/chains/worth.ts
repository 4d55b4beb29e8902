/**
 * The amounts that are worth their gas, from the chains file. No market is asked: the operator sets the
 * least amounts, and may set the price of the native coin. Left out, they follow from the token's symbol
 * (a stablecoin is worth about one) and the chain; for any other token on the main network the operator
 * has to set them, because without a least amount anybody can make merchants pay for sweeps.
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

/** Fields of an asset. */
export const worthFields = {
  /** The least that can be asked for in one payment. */
  minPayment: Amount.optional(),
  /** The least amount at a deposit address that is moved on by itself. */
  minSweep: Amount.optional(),
  /** The price of one native coin in this asset, as the operator updates it now and then. */
  nativePrice: Amount.refine(isMoreThanZero, 'must be more than 0').nullable().default(null),
}

/** Fields of a chain. */
export const sweepFields = {
  /** The price of a unit of gas above which sweeps wait; null: the same as for any other transaction. */
  sweepMaxFeePerGasGwei: Gwei.nullable().optional(),
  /** The most that the gas of a sweep may cost, in percent of what it moves, where `nativePrice` is known. */
  sweepCostPercentMax: z.int().min(1).max(100).default(10),
}

type GivenAsset = { symbol: string; decimals: number; code: string } & {
  minPayment?: string | undefined
  minSweep?: string | undefined
  nativePrice: string | null
}
type GivenChain = {
  network: Network
  chainId: number
  assets: GivenAsset[]
  gas: Parameters<typeof gasOf>[1]
  sweepMaxFeePerGasGwei?: string | null | undefined
}

/** Tokens that are known to be worth about one; the symbol of no other token is believed to say so. */
const stablecoins = new Set(
  (
    'USDC USDC.e USDT USDT0 USD₮ USD₮0 DAI xDAI USDS PYUSD FDUSD TUSD USDP GUSD RLUSD USDG GHO ' +
    'EURC EURe EURI'
  ).split(' '),
)

/** A sweep takes some 80,000 gas: dollars on Ethereum, hundredths of a dollar elsewhere. */
const ethereumChainId = 1
const leastOnEthereum = '5'
const leastElsewhere = '0.1'

/** By default sweeps wait while gas costs more than this part of the most that is ever offered. */
const sweepFeeDivisor = 20n

/** Names the faults of an entry of the chains file, one for each asset. */
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

/** Returns the least amounts of an asset; null where the operator has to set them. */
function minimumsOf(
  { network, chainId }: Pick<GivenChain, 'network' | 'chainId'>,
  { symbol, minPayment, minSweep }: GivenAsset,
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

/** Returns the gas price, in gwei, above which sweeps wait; null where they never wait for it. */
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

/** Returns an entry with all fields filled in that it left out. */
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
