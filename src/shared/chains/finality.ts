/**
 * When a block counts as final: at a depth, or once the chain itself calls it `safe` or `finalized`.
 * The default depths are those that large exchanges ask for, or more, and take about one to four
 * minutes; a chain of the main network that is not listed has to be given one.
 */
import { z } from 'zod'
import type { Network } from '../network.ts'

export const finalities = ['confirmations', 'safe', 'finalized'] as const
export type Finality = (typeof finalities)[number]

/** Fields of a chain in the chains file. */
export const finalityFields = {
  finality: z.enum(finalities).default('confirmations'),
  /** Blocks, the one with the transaction included. */
  confirmations: z.int().min(1).max(100_000).optional(),
}

/** By chain id. */
const confirmationsByChain: Readonly<Record<number, number>> = {
  1: 12, // Ethereum, 2.4 minutes
  10: 60, // OP Mainnet, 2 minutes
  56: 20, // BNB Smart Chain
  100: 20, // Gnosis, 1.7 minutes
  130: 120, // Unichain, 2 minutes
  137: 128, // Polygon PoS, 4.3 minutes
  324: 120, // zkSync Era, about 2 minutes
  480: 60, // World Chain, 2 minutes
  5000: 60, // Mantle, 2 minutes
  8453: 60, // Base, 2 minutes
  42_161: 480, // Arbitrum One, 2 minutes
  42_220: 60, // Celo
  43_114: 3, // Avalanche C-Chain, whose accepted blocks are final
  59_144: 60, // Linea, 2 minutes
  81_457: 60, // Blast, 2 minutes
  534_352: 40, // Scroll, 2 minutes
}
const confirmationsOfTestNets = 1

/** A depth below this part of the chain's default needs ALLOW_UNSAFE_MAINNET. */
const shallowDivisor = 4
/** The least depth: a block without another above it is undone by the most ordinary of reorganisations. */
const confirmationsMin = 2

type Chain = {
  network: Network
  chainId: number
  embedded: boolean
  finality: Finality
  confirmations?: number | undefined
}

/** Returns the chain's depth: its own, or the default of its id; undefined where there is none. */
export function confirmationsOf(chain: Chain): number | undefined {
  const { network, embedded, chainId, confirmations } = chain
  if (confirmations !== undefined) return confirmations
  const known = confirmationsByChain[chainId]
  return known ?? (embedded || network === 'TestNet' ? confirmationsOfTestNets : undefined)
}

/**
 * Names the risk of a small depth on the main network; null where there is none. It is no fault of the
 * file: ALLOW_UNSAFE_MAINNET takes the risk.
 */
export function riskOfDepth(chain: Omit<Chain, 'embedded'> & { name: string }): string | null {
  const { name, network, chainId, finality, confirmations = Infinity } = chain
  if (network !== 'MainNet' || finality !== 'confirmations') return null
  const usual = confirmationsByChain[chainId]
  const least = Math.max(confirmationsMin, Math.ceil((usual ?? 0) / shallowDivisor))
  if (confirmations >= least) return null
  const advice = usual ? `${usual} by default` : 'as deep as its reorganisations go'
  return `"confirmations" of ${name} in the chains file: ${confirmations} is less than ${least}, and a reorganisation would take credited money away; ${advice}`
}

/** Names what is wrong with the finality of a chain; null if nothing. */
export function refuseUnknownDepth(chain: Chain): string | null {
  if (confirmationsOf(chain) !== undefined) return null
  return `must be stated for chain ${chain.chainId}, a main network that we know no depth of: how many blocks deep a transfer counts`
}
