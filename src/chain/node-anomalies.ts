/**
 * Records the wrong answers of nodes: logs that were not asked for, money that other nodes know nothing
 * of, answers of another shape, and logs that a node withholds although a contract's state proves them.
 * They are noted in memory, and stored with every poll and every report of the nodes, counted by node
 * and type: one row for each, however often it happens.
 */
import type { Pool } from 'pg'
import type { Client } from 'viem'
import { hostOf } from '../shared/chains/agreement.ts'
import type { ChainDependencies } from './dependencies.ts'

export type NodeAnomalyType =
  | 'UnaskedLog'
  | 'UnreadableLog'
  | 'UnreadableAnswer'
  | 'DeniedByOthers'
  | 'WithheldLog'

type NodeAnomalyDependencies = Pick<ChainDependencies, 'database' | 'chain' | 'log'>
type Noted = { times: number; detail: string }

const detailCharactersMax = 500
const notedByNode = new WeakMap<Client, Map<NodeAnomalyType, Noted>>()

/** Notes a wrong answer of a node; `more` where it was given more often than once. */
export function noteNodeAnomaly(
  node: Client,
  what: NodeAnomalyType,
  detail: string,
  more = 1,
): void {
  const noted = notedByNode.get(node) ?? new Map<NodeAnomalyType, Noted>()
  notedByNode.set(node, noted)
  const times = (noted.get(what)?.times ?? 0) + more
  noted.set(what, { times, detail: detail.slice(0, detailCharactersMax) })
}

/** Stores what was noted of a chain's nodes, and logs the first wrong answer of each type. */
export async function storeNodeAnomalies({
  database,
  chain,
  log,
}: NodeAnomalyDependencies): Promise<void> {
  for (const [index, node] of chain.nodes.entries()) {
    const unreadable = chain.rpcNodes[index]!.takeUnreadable()
    if (unreadable.times)
      noteNodeAnomaly(node, 'UnreadableAnswer', unreadable.detail, unreadable.times)
    const noted = notedByNode.get(node)
    if (!noted) continue
    notedByNode.delete(node)
    const host = hostOf(chain.rpcUrls[index]!)
    for (const [what, one] of noted) {
      const isFirst = await store(database.pool, chain.name, host, what, one)
      if (isFirst)
        log.warn(
          { blockchain: chain.name, node: host, what, ...one },
          'node gives wrong answers; they are left out and counted',
        )
    }
  }
}

async function store(
  pool: Pool,
  blockchain: string,
  node: string,
  what: NodeAnomalyType,
  { times, detail }: Noted,
): Promise<boolean> {
  const { rows } = await pool.query<{ isFirst: boolean }>({
    name: 'node-anomaly',
    text: `insert into node_anomaly as known (blockchain, node, what, detail, times, first_at, last_at)
      values ($1, $2, $3, $4, $5, now(), now())
      on conflict (blockchain, node, what) do update
      set detail = excluded.detail, times = known.times + excluded.times, last_at = excluded.last_at
      returning first_at = last_at as "isFirst"`,
    values: [blockchain, node, what, detail, times],
  })
  return rows[0]!.isFirst
}
