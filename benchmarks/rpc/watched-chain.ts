/** A watcher of a chain with a block every two seconds, whose requests are counted on their way to the node. */
import { connectBus } from '../../src/bus/bus.ts'
import { type ConnectedChain, connectChain } from '../../src/chain/clients.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { localChains } from '../../src/shared/chains.ts'
import { createLog } from '../../src/shared/log.ts'
import { connectDatabase } from '../../src/store/database.ts'
import { startWatcher } from '../../src/watching/watcher.ts'
import { command } from '../../test/chain/dev-node.ts'
import { startRpcProxy } from '../../test/chain/rpc-proxy.ts'
import type { DurableServers } from '../durable-servers.ts'

export const blockSeconds = 2

/** Counts what the node was asked since the last count, by method. */
export type Asked = { byMethod: Map<string, number>; bytes: number }

export async function startWatchedChain(servers: DurableServers) {
  const node = await startAnvil({ chainId: 31_337 })
  const database = await connectDatabase(await servers.newDatabase('rpc'))
  const log = createLog('error')
  const bus = await connectBus(servers.natsUrl, log)
  const [deployed] = await resolveChains([{ ...localChains[0]!, rpcUrls: [node.url] }], database)
  const proxy = await startRpcProxy(() => node.url)
  let asked: Asked = { byMethod: new Map(), bytes: 0 }
  proxy.behaviour = ({ method, params }) => {
    asked.byMethod.set(method, (asked.byMethod.get(method) ?? 0) + 1)
    asked.bytes += JSON.stringify(params).length
    return undefined
  }
  const settings = { ...deployed!, embedded: false, rpcUrls: [proxy.url] }
  const chain: ConnectedChain = { ...settings, ...connectChain(settings) }
  const direct = connectChain({ ...settings, rpcUrls: [node.url] })
  await command(direct, 'evm_setIntervalMining', [blockSeconds])
  const watcher = startWatcher({ database, bus, log, chains: new Map([[chain.name, chain]]) })
  return {
    database,
    chain,
    direct,
    /** Returns what was asked since the last call. */
    takeAsked(): Asked {
      const taken = asked
      asked = { byMethod: new Map(), bytes: 0 }
      return taken
    },
    headNumber: async () => Number(await command(direct, 'eth_blockNumber')),
    async stop() {
      await watcher.stop()
      await bus.close()
      await database.close()
      await proxy.stop()
      await node.stop()
    },
  }
}

export type WatchedChain = Awaited<ReturnType<typeof startWatchedChain>>
