/**
 * Starts what a drill's service runs on: Postgres, NATS, a chain with two RPC ways to it, each of which can be broken.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { findFreePort } from '../../src/embedded/ports.ts'
import { localChains } from '../../src/shared/chains.ts'
import { type RpcProxy, startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import { type NatsCluster, startNatsCluster } from '../../scripts/fleet/nats-cluster.ts'
import { type PostgresPair, startPostgresPair } from '../../scripts/fleet/postgres-pair.ts'
import { Switchable } from './switchable.ts'

export type Ground = {
  directory: string
  postgres: PostgresPair
  nats: NatsCluster
  chain: Switchable
  ways: RpcProxy[]
  /** The addresses of the HTTP processes. */
  urls: string[]
  /** The settings that every process of the service gets. */
  environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

const chainId = 31_337
const blockTimeSeconds = 1
const confirmations = 2
export const natsNodes = 3

/** Starts everything in a directory that is emptied first. */
export async function startGround(directory: string, httpProcesses: number): Promise<Ground> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  // PostgreSQL runs under another account where this one is root.
  chmodSync(directory, 0o755)
  const [postgres, chain, nats] = await Promise.all([
    startPostgresPair({ directory, synchronous: true }),
    Switchable.start(() => startChain(directory)),
    startNatsCluster({ directory, size: natsNodes, isGuarded: true }),
  ])
  const ways = await Promise.all([startRpcProxy(() => chain.url), startRpcProxy(() => chain.url)])
  const ports = await findPorts(httpProcesses)
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const environment = {
    ...process.env,
    DATA_DIR: directory,
    DATABASE_URL: postgres.url,
    NATS_HTTP_URL: nats.urls.http,
    NATS_WORKER_URL: nats.urls.worker,
    NATS_RELAYS_URL: nats.urls.relays,
    NATS_WATCHER_URL: nats.urls.watcher,
    CHAINS_FILE: writeChainsFile(directory, ways),
    MASTER_KEY: randomBytes(32).toString('base64'),
    BASE_URL: urls[0]!,
  }
  return {
    directory,
    postgres,
    nats,
    chain,
    ways,
    urls,
    environment,
    async stop() {
      await Promise.all([
        postgres.stop(),
        chain.off(),
        nats.stop(),
        ...ways.map((way) => way.stop()),
      ])
    },
  }
}

const startChain = (directory: string) =>
  startAnvil({ chainId, blockTimeSeconds, stateFile: join(directory, 'chain', 'state.json') })

/** Two ways that count as two providers, and have to agree before money is credited. */
function writeChainsFile(directory: string, ways: RpcProxy[]): string {
  const rpcUrls = ways.map(({ url }, index) => ({ url, provider: `way ${index + 1}` }))
  const file = join(directory, 'chains.json')
  const chains = [{ ...localChains[0], rpcUrls, nodesToAgree: 2, confirmations }]
  writeFileSync(file, JSON.stringify(chains))
  return file
}

async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}
