/** A chain that the service reaches by several nodes, each behind a proxy that may lie, in the order of the chains file. */
import { pollOnce } from '../../src/watching/poll-once.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { until } from './until.ts'
import { createWorld, startThinking, type World, type WorldSettings } from './world.ts'

const patienceMs = 20_000

/** Creates a world with several nodes; `start` says which parts of the service run. */
export async function createNodesWorld(
  nodesCount: number,
  settings: WorldSettings = {},
  start = startThinking,
) {
  const proxies: RpcProxy[] = []
  const world = await createWorld({
    ...settings,
    rpcUrls: async (nodeUrl) => {
      for (let index = 0; index < nodesCount; index++)
        proxies.push(await startRpcProxy(() => nodeUrl))
      return proxies.map(({ url }) => url)
    },
  })
  const running = start(world)
  return {
    world,
    proxies,
    stop: async () => {
      await running.stop()
      for (const proxy of proxies) await proxy.stop()
      await world.close()
    },
  }
}

/** Creates a world with one node, behind a proxy. */
export async function createOneNodeWorld(start = startThinking) {
  const nodes = await createNodesWorld(1, {}, start)
  return { ...nodes, proxy: nodes.proxies[0]! }
}

export const createTwoNodeWorld = () => createNodesWorld(2)

/** Polls by one node after another, as the watcher does when one fails. */
export async function pollUntil(
  world: World,
  what: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const { nodes } = world.chain
  let turn = 0
  const pollAndSee = async () => {
    await pollOnce(world, nodes[turn++ % nodes.length]!).catch(() => undefined)
    return isSo()
  }
  await until(what, pollAndSee, patienceMs)
}
