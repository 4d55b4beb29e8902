/**
 * The chains as they are deployed: every address known. Looked up by chain name or
 * by asset code, which names one token on one chain.
 */
import type { Address } from 'viem'
import type { AssetSettings, ChainSettings } from './chains.ts'
import type { Network } from './network.ts'

export type DeployedAsset = AssetSettings & { address: Address }
export type DeployedChain = Omit<ChainSettings, 'assets' | 'factory' | 'depositFactory'> & {
  /** Makes subscriptions, each a clone of `implementation`. */
  factory: Address
  implementation: Address
  /** Makes deposits, each a clone of `depositImplementation`. */
  depositFactory: Address
  depositImplementation: Address
  assets: DeployedAsset[]
}
export type AssetOnChain = { asset: DeployedAsset; chain: DeployedChain }

export class ChainDirectory {
  readonly chains: readonly DeployedChain[]

  constructor(chains: readonly DeployedChain[]) {
    this.chains = chains
  }

  /** Whether every chain is a local one: only there the demo, whose passwords are printed, is let in. */
  get isLocal(): boolean {
    return this.chains.every(({ embedded }) => embedded)
  }

  chain(name: string): DeployedChain | undefined {
    return this.chains.find((chain) => chain.name === name)
  }

  ofNetwork(network: Network): DeployedChain[] {
    return this.chains.filter((chain) => chain.network === network)
  }

  /** Finds an asset of this network by its code, as the chains file spells it. */
  asset(code: string, network: Network): AssetOnChain | undefined {
    for (const chain of this.ofNetwork(network)) {
      const asset = chain.assets.find((candidate) => candidate.code === code)
      if (asset) return { asset, chain }
    }
    return undefined
  }
}
