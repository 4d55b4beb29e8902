/**
 * What a chain's gas may cost, as its entry in the chains file says it. Prices are decimal strings
 * in gwei, a billionth of the native coin. What an entry leaves out follows from the chain's id,
 * because an everyday price on one chain would be a robbery on another.
 */
import { parseGwei } from 'viem'
import { z } from 'zod'

/** No chain ever asked for more; who writes more has written wei. */
const gweiMax = '100000'

/** Of a unit of gas. */
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

/** Of a kilobyte: what it costs is nothing that was ever signed, so this is the only limit. */
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
 * Who is paid for a rollup's data besides the gas: nobody, the fee of an OP stack's oracle, or
 * gas as the nodes estimate it. `auto`: what the chain's own contracts show.
 */
const dataFees = ['auto', 'none', 'opStack', 'inGas'] as const

/** EIP-7825: no transaction of Ethereum may ask for more gas. */
const gasPerTransactionMaxDefault = 16_777_216

export const GasSettings = z.strictObject({
  /** The most that is offered for a unit of gas, tip included. Above it, transactions wait. */
  maxFeePerGasGwei: Gwei.optional(),
  /** The most of it that goes to who makes the block. */
  maxTipGwei: Gwei.optional(),
  pricing: z.enum(pricings).default('auto'),
  gasPerTransactionMax: z
    .int()
    .min(1_000_000)
    .max(1_000_000_000)
    .default(gasPerTransactionMaxDefault),
  dataFee: z.enum(dataFees).default('auto'),
  /** The most that is believed, and paid, for carrying a kilobyte to the chain below. */
  maxDataFeePerKilobyteGwei: DataGwei.optional(),
})

export const Gas = GasSettings.prefault({})
type Given = z.infer<typeof GasSettings>
export type GasOfChain = Omit<Given, keyof Limits | 'maxDataFeePerKilobyteGwei'> &
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
  /** Here nearly all of the price is the tip. */
  59144: limits('20', '20'),
  534352: cheapRollup,
}

/** Two thousandths of a coin: what rollups took before blobs, with Ethereum at 200 gwei. */
const dataFeeLimit = '2000000'
/** Mantle, whose coin is worth thousandths of the one that it pays with. */
const dataFeeLimitByChainId: Record<number, string> = { 5000: '10000000000' }

/** Fills in what an entry of the chains file leaves out. */
export function gasOf(chainId: number, given: Given): GasOfChain {
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

/** What is wrong with the limits of an entry; null if nothing. */
export function faultOfGas(chainId: number, given: Given): string | null {
  const { maxFeePerGasGwei, maxTipGwei } = gasOf(chainId, given)
  if (!isMore(maxTipGwei, maxFeePerGasGwei)) return null
  const byDefault = given.maxFeePerGasGwei === undefined ? ' by default' : ''
  return `"maxTipGwei" is "${maxTipGwei}", more than "maxFeePerGasGwei", which is "${maxFeePerGasGwei}"${byDefault}: the tip is part of the fee, so lower the one or raise the other`
}

const isMore = (one: string, other: string): boolean => parseGwei(one) > parseGwei(other)
