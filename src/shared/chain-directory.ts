/**
 * The directory of the deployed chains, with all addresses: by chain name, or by asset code, which
 * names one token on one chain. A chain whose nodes did not answer at the start, or that differs from
 * the chains file, is absent until a later check finds it in order.
 */
import type { Address } from 'viem'
import type { AssetSettings, ChainSettings } from './chains.ts'
import type { Network } from './network.ts'
import { Problem } from './problems.ts'

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

/** `unreachable`: no node answers. `refused`: they do, and are not what the chains file says. */
export type AbsentChain = {
  settings: ChainSettings
  why: 'unreachable' | 'refused'
  /** The nodes' error, or the difference from the chains file. */
  reason: string
  /** The chain at its last check; enough to show what there was. */
  lastKnown: DeployedChain | null
}

const retryAfterSeconds = '15'

export class ChainDirectory {
  #chains: readonly DeployedChain[]
  readonly #absent: Map<string, AbsentChain>
  readonly #onArrival: ((chain: DeployedChain) => void)[] = []

  constructor(chains: readonly DeployedChain[], absent: readonly AbsentChain[] = []) {
    this.#chains = chains
    this.#absent = new Map(absent.map((one) => [one.settings.name, one]))
  }

  get chains(): readonly DeployedChain[] {
    return this.#chains
  }

  get absent(): readonly AbsentChain[] {
    return [...this.#absent.values()]
  }

  /** Whether every chain is a local one: only then the demo, whose passwords are printed, may log in. */
  get isLocal(): boolean {
    return this.firstReal === null
  }

  /** The name of a chain that is not local, absent or not; null where there is none. */
  get firstReal(): string | null {
    const all = [...this.#chains, ...this.absent.map(({ settings }) => settings)]
    return all.find(({ embedded }) => !embedded)?.name ?? null
  }

  /** Adds a chain, which is served from now on. */
  arrive(chain: DeployedChain): void {
    this.#absent.delete(chain.name)
    this.#chains = [...this.#chains, chain]
    for (const listener of this.#onArrival) listener(chain)
  }

  /** Records why a chain is still not served. */
  keepAbsent(chain: AbsentChain): void {
    this.#absent.set(chain.settings.name, chain)
  }

  onArrival(listener: (chain: DeployedChain) => void): void {
    this.#onArrival.push(listener)
  }

  /** @throws ServiceUnavailable while the chain is absent */
  chain(name: string): DeployedChain | undefined {
    const absent = this.#absent.get(name)
    if (absent) throw notReachedYet(absent)
    return this.#chains.find((chain) => chain.name === name)
  }

  /** Finds a chain like `chain`, or as it was at its last check while it is absent: to show what there was. */
  lastKnown(name: string): DeployedChain | undefined {
    return this.#absent.get(name)?.lastKnown ?? this.chain(name)
  }

  /** Finds a chain like `lastKnown`; null where nothing is known of it. */
  findLastKnown(name: string): DeployedChain | null {
    const absent = this.#absent.get(name)?.lastKnown
    return absent ?? this.#chains.find((chain) => chain.name === name) ?? null
  }

  ofNetwork(network: Network): DeployedChain[] {
    return this.chains.filter((chain) => chain.network === network)
  }

  /**
   * Finds an asset of this network by its code, as the chains file spells it.
   *
   * @throws ServiceUnavailable while its chain is absent
   */
  asset(code: string, network: Network): AssetOnChain | undefined {
    for (const absent of this.absent) {
      const { settings } = absent
      if (settings.network === network && settings.assets.some((asset) => asset.code === code))
        throw notReachedYet(absent)
    }
    return this.findAsset(code, network)
  }

  /** Finds an asset like `asset`; undefined as well while its chain is absent. */
  findAsset(code: string, network: Network): AssetOnChain | undefined {
    for (const chain of this.ofNetwork(network)) {
      const asset = chain.assets.find((candidate) => candidate.code === code)
      if (asset) return { asset, chain }
    }
    return undefined
  }
}

const notReachedYet = ({ settings: { name }, why }: AbsentChain): Problem =>
  new Problem(
    'ServiceUnavailable',
    why === 'unreachable'
      ? `The chain ${name} is not reachable yet; it is served as soon as one of its nodes answers.`
      : `The chain ${name} is not served: its nodes are not what the operator's chains file says.`,
    { details: { blockchain: name }, headers: { 'retry-after': retryAfterSeconds } },
  )
