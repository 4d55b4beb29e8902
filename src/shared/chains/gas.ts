/**
 * The limits for the price of a chain's gas, from its entry in the chains file. Prices are decimal
 * strings in gwei, a billionth of the native coin. Fields that an entry leaves out follow from the
 * chain's id, because an everyday price on one chain would be a robbery on another.
 */
import { parseGwei } from 'viem'
import { z } from 'zod'

/** The most gwei; no chain ever asked for more, so a larger number is meant as wei. */
const gweiMax = '100000'

/** The price of a unit of gas. */
export const Gwei = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, {
    error: 'must be a decimal in gwei, such as "0.5"',
    abort: true,
  })
  .refine((text) => parseGwei(text) > 0n, 'must be more than 0')
  .refine(
    (text) => parseGwei(text) <= parseGwei(gweiMax),
    `must be at most ${gweiMax}: is it in wei?`,
  )

/** The price of a kilobyte of data, which no transaction signs, so this is its only limit. */
const DataGwei = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,9})?$/, {
    error: 'must be a decimal in gwei, such as "0.5"',
    abort: true,
  })
  .refine((text) => parseGwei(text) > 0n, 'must be more than 0')

/** `auto`: type 2 where blocks carry a base fee, else type 0. */
const pricings = ['auto', 'eip1559', 'legacy'] as const
/**
 * Lists how a rollup charges for data besides the gas: not at all, by the fee of an OP stack's oracle, or as gas that
 * the nodes estimate. `auto`: as the chain's own contracts show.
 */
const dataFees = ['auto', 'none', 'opStack', 'inGas'] as const

/** EIP-7825: no transaction of Ethereum may ask for more gas. */
const gasPerTransactionMaxDefault = 16_777_216

export const GasSettings = z.strictObject({
  /** The most that is offered for a unit of gas, tip included. Above it, transactions wait. */
  maxFeePerGasGwei: Gwei.optional(),
  /** The most of it that is a tip for the block's maker. */
  maxTipGwei: Gwei.optional(),
  pricing: z.enum(pricings).default('auto'),
  gasPerTransactionMax: z
    .int()
    .min(1_000_000)
    .max(1_000_000_000)
    .default(gasPerTransactionMaxDefault),
  dataFee: z.enum(dataFees).default('auto'),
  /** The most that is believed, and paid, for a kilobyte of data on the chain below. */
  maxDataFeePerKilobyteGwei: DataGwei.optional(),
})

export const Gas = GasSettings.prefault({})
type GivenGasSettings = z.infer<typeof GasSettings>
export type GasOfChain = Omit<GivenGasSettings, keyof Limits | 'maxDataFeePerKilobyteGwei'> &
  Limits & { maxDataFeePerKilobyteGwei: string }

type Limits = { maxFeePerGasGwei: string; maxTipGwei: string }
const limits = (maxFeePerGasGwei: string, maxTipGwei: string): Limits => ({
  maxFeePerGasGwei,
  maxTipGwei,
})

/** Rollups whose gas costs thousandths of a gwei on an ordinary day. */
const cheapRollup = limits('20', '1')
const usualLimits = limits('500', '20')
const limitsByChainId: Record<number, Limits> = {
  1: limits('500', '10'),
  10: cheapRollup,
  56: limits('50', '20'),
  100: limits('500', '50'),
  130: cheapRollup,
  /** Polygon asks for at least 25 gwei of tip, and has asked for thousands in all. */
  137: limits('5000', '500'),
  480: cheapRollup,
  8453: cheapRollup,
  42161: cheapRollup,
  42170: cheapRollup,
  42220: limits('1000', '50'),
  43114: limits('500', '20'),
  /** Linea, where nearly all of the price is the tip. */
  59144: limits('20', '20'),
  534352: cheapRollup,
}

/** Two thousandths of a coin: the price of rollups before blobs, with Ethereum at 200 gwei. */
const dataFeeLimit = '2000000'
/** Mantle, whose coin is worth thousandths of the one that it pays with. */
const dataFeeLimitByChainId: Record<number, string> = { 5000: '10000000000' }

/** Fills in the fields that an entry of the chains file leaves out. */
export function gasOf(chainId: number, given: GivenGasSettings): GasOfChain {
  const usual = limitsByChainId[chainId] ?? usualLimits
  const maxFeePerGasGwei = given.maxFeePerGasGwei ?? usual.maxFeePerGasGwei
  const usualTip = isMore(usual.maxTipGwei, maxFeePerGasGwei) ? maxFeePerGasGwei : usual.maxTipGwei
  return {
    ...given,
    maxFeePerGasGwei,
    maxTipGwei: given.maxTipGwei ?? usualTip,
    maxDataFeePerKilobyteGwei:
      given.maxDataFeePerKilobyteGwei ?? dataFeeLimitByChainId[chainId] ?? dataFeeLimit,
  }
}

/** Names what is wrong with the limits of an entry; null if nothing. */
export function faultOfGas(chainId: number, given: GivenGasSettings): string | null {
  const { maxFeePerGasGwei, maxTipGwei } = gasOf(chainId, given)
  if (!isMore(maxTipGwei, maxFeePerGasGwei)) return null
  const byDefault = given.maxFeePerGasGwei === undefined ? ' by default' : ''
  return `"maxTipGwei" is "${maxTipGwei}", more than "maxFeePerGasGwei", which is "${maxFeePerGasGwei}"${byDefault}: the tip is part of the fee, so lower the one or raise the other`
}

const isMore = (one: string, other: string): boolean => parseGwei(one) > parseGwei(other)
