/**
 * A whole service but for HTTP: a real database, bus and chain, a worker, the relays and the
 * watcher, one merchant with gas, and payers with wallets of their own. Each part can be stopped
 * and started again.
 */
import { randomBytes } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { startWorker } from '../../src/actors/worker.ts'
import { connectBus } from '../../src/bus/bus.ts'
import { type ConnectedChain, connectChain, connectAll } from '../../src/chain/clients.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { advanceChainTime } from '../../src/chain/embedded-time.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import { startActorRelay } from '../../src/relays/actor.relay.ts'
import { startChainRelay } from '../../src/sending/chain.relay.ts'
import { startTimerRelay } from '../../src/relays/timer.relay.ts'
import { ChainDirectory } from '../../src/shared/chain-directory.ts'
import { ChainsFile, localChains } from '../../src/shared/chains.ts'
import type { Finality } from '../../src/shared/chains/finality.ts'
import { Clock } from '../../src/shared/clock.ts'
import { createLog } from '../../src/shared/log.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import { setAssetActive } from '../../src/store/merchants/assets.ts'
import { ensureGasWallet, openGasKey } from '../../src/store/merchants/gas-wallets.ts'
import { createMerchant } from '../../src/store/merchants/merchants.ts'
import { startTestChain } from '../support/chain.ts'
import { freshDatabase, unmovedDatabases } from '../support/database.ts'
import { requireLaws } from '../support/laws.ts'
import { shareNats } from '../support/nats.ts'
import { setBalance } from './dev-node.ts'
import type { MerchantDependencies } from '../../src/store/parts.ts'

export const network = 'TestNet'
export const blockchain = 'LocalTestNet'
const oneEther = 10n ** 18n

export type WorldSettings = {
  confirmations?: number
  sweepAfterSeconds?: number
  gas?: object
  sweepMaxFeePerGasGwei?: string
  /** The least amount that is swept, of every token. */
  minSweep?: string
  nodesToAgree?: number
  finality?: Finality
  /** The addresses under which the service reaches the node, the preferred one first. */
  rpcUrls?: (nodeUrl: string) => Promise<string[]>
  /** A database with tables and a time of its own, in place of a fresh one; the world closes it. */
  database?: Awaited<ReturnType<typeof freshDatabase>>
}
type Part = { stop(): Promise<void> }
type Dependencies = MerchantDependencies & { direct: ConnectedChain }

export async function createWorld(asked: WorldSettings = {}) {
  const { rpcUrls, minSweep, database: given, ...changes } = asked
  const nats = shareNats()
  const [node, database] = await Promise.all([startTestChain(), given ?? freshDatabase()])
  if (given) unmovedDatabases.add(given.pool)
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const bus = await connectBus(nats, log)
  const urls = (await rpcUrls?.(node.url)) ?? [node.url]
  const local = { ...localChains[0], nodesToAgree: undefined }
  const assets = local.assets!.map((asset) => ({ ...asset, ...(minSweep && { minSweep }) }))
  const settings = ChainsFile.parse([{ ...local, assets, ...changes, rpcUrls: urls }])
  const directory = new ChainDirectory(await resolveChains(settings, database))
  const chains = connectAll(directory)
  const chain = chains.get(blockchain) as ConnectedChain
  /** The chain as payers reach it, whatever is between it and the service. */
  const direct: ConnectedChain = { ...chain, ...connectChain({ ...chain, rpcUrls: [node.url] }) }
  const dependencies = {
    database,
    bus,
    log,
    chains,
    chain,
    direct,
    directory,
    clock: clockBesideChain(),
    secrets: new Secrets(randomBytes(32)),
  }
  return {
    ...dependencies,
    node,
    settings,
    merchant: await createMerchantWithGas(dependencies),
    openGasKey: (merchantId: string, _: unknown, name: string): Promise<Hex> =>
      openGasKey(dependencies, { merchantId, network }, name),
    /** Holds the database to the laws first, unless a test wrote rows into it by hand. */
    async close({ hasRowsByHand = false } = {}) {
      await bus.close()
      try {
        if (!hasRowsByHand) await requireLaws(database)
      } finally {
        unmovedDatabases.delete(database.pool)
        await Promise.all([node.stop(), nats.stop(), database.close()])
      }
    },
  }
}

/** The node's clock does not move with the one Time, and a charge that is due is due by both. */
const clockBesideChain = (): Clock => Object.assign(new Clock(), { realNow: () => new Date() })

export type World = Awaited<ReturnType<typeof createWorld>>
export type Merchant = { merchantId: string; wallet: Address; receiver: Address }

async function createMerchantWithGas(dependencies: Dependencies): Promise<Merchant> {
  const merchantId = await createMerchant(dependencies, 'Shop')
  const owner = { merchantId, network } as const
  for (const { code } of dependencies.direct.assets)
    await setAssetActive(dependencies, owner, code, true)
  const { address } = await ensureGasWallet(dependencies, owner, blockchain)
  await setBalance(dependencies.direct, address, oneEther)
  const receiver: Address = '0x00000000000000000000000000000000000A11cE'
  return { merchantId, wallet: address, receiver }
}

/** Starts the parts that think: the worker, its sweepers and the timers. */
export function startThinking(world: World): Part {
  return together([startWorker(world), startActorRelay(world), startTimerRelay(world)])
}

export const startRelay = (world: World): Part => startChainRelay(world)

export const startWatching = (world: World): Part => startWatcher({ ...world, pollMs: 20 })

/** Starts everything. */
export const startAll = (world: World): Part =>
  together([startThinking(world), startRelay(world), startWatching(world)])

const together = (parts: Part[]): Part => ({
  async stop() {
    for (const part of parts.toReversed()) await part.stop()
  },
})

/** Moves the service's clock and the chain's together. */
export async function passDays(world: World, days: number): Promise<void> {
  world.clock.setTestOffset(world.clock.testOffsetMs + days * 24 * 60 * 60 * 1000)
  await advanceChainTime(world.direct, world.clock.now())
  world.bus.wake('timer')
}
