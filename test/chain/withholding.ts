/** A node keeps events back, and contracts are due to be asked for them. */
import { pollOnce } from '../../src/watching/poll-once.ts'
import { checkContracts } from '../../src/reader/contracts/contract-round.ts'
import { mineBlock } from './dev-node.ts'
import type { Behaviour } from './rpc-proxy.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

const emptyBloom = `0x${'00'.repeat(256)}`
const patienceMs = 20_000

/** Gives no logs of any block, and no trace of them in the headers; receipts and calls are true. */
export const withholding: Behaviour = async ({ method }, pass) => {
  if (method === 'eth_getLogs') return { result: [] }
  if (method !== 'eth_getBlockByNumber') return undefined
  const answer = await pass()
  return answer.result ? { result: { ...answer.result, logsBloom: emptyBloom } } : answer
}

/** Polls by the first node only, as the watcher does while it does not fail. */
export const pollByFirst = (world: World) => pollOnce(world, world.chain.nodes[0]!)

/** Polls by the first node, with new blocks, until a condition holds. */
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

/** Runs a round in which every contract is due, as if its time had come. */
export async function checkAllContracts(world: World): Promise<void> {
  const { pool } = world.database
  const node = world.chain.nodes[0]!
  // The first round enlists new contracts, which are due some minutes later.
  await checkContracts(world, node)
  await pool.query(
    `update contract_watch set check_at = now(), checked_at = now() - interval '1 hour'`,
  )
  await checkContracts(world, node)
}

/** Reads what nodes kept back, as noted for the operator. */
export async function withheldBy(world: World): Promise<{ node: string; detail: string }[]> {
  const { rows } = await world.database.pool.query<{ node: string; detail: string }>(
    `select node, detail from node_anomaly where what = 'WithheldLog'`,
  )
  return rows
}
