/** A node that keeps events back, and contracts whose turn it is to be asked for them. */
import { pollOnce } from '../../src/watching/poll-once.ts'
import { checkContracts } from '../../src/watching/contracts/contract-round.ts'
import { mineBlock } from './dev-node.ts'
import type { Behaviour } from './rpc-proxy.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

const emptyBloom = `0x${'00'.repeat(256)}`
const patienceMs = 20_000

/** No logs in any block, and no trace of them in the headers; receipts and calls are true. */
export const withholding: Behaviour = async ({ method }, pass) => {
  if (method === 'eth_getLogs') return { result: [] }
  if (method !== 'eth_getBlockByNumber') return undefined
  const answer = await pass()
  return answer.result ? { result: { ...answer.result, logsBloom: emptyBloom } } : answer
}

/** Looks by the first node only, as the watcher does while it fails nowhere. */
export const pollByFirst = (world: World) => pollOnce(world, world.chain.nodes[0]!)

/** Looks by the first node, with new blocks, until it is so. */
export const pollByFirstUntil = (world: World, what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      await mineBlock(world.direct)
      await pollByFirst(world)
      return isSo()
    },
    patienceMs,
  )

/** The round in which every contract has its turn, as if its time had come. */
export async function checkAllContracts(world: World): Promise<void> {
  const { pool } = world.database
  const node = world.chain.nodes[0]!
  // The first enlists what is new; it is looked at for the first time some minutes later.
  await checkContracts(world, node)
  await pool.query(
    `update contract_watch set look_at = now(), looked_at = now() - interval '1 hour'`,
  )
  await checkContracts(world, node)
}

/** What nodes are said to have kept back. */
export async function withheldBy(world: World): Promise<{ node: string; detail: string }[]> {
  const { rows } = await world.database.pool.query<{ node: string; detail: string }>(
    `select node, detail from node_anomaly where what = 'WithheldLog'`,
  )
  return rows
}
