/**
 * What nodes said and should not have: logs that nobody asked for, money that other nodes know
 * nothing of, answers of another shape; and what they should have said: logs that a contract bears
 * out. Noted where it is noticed, and stored with every look and every report of the nodes, counted by
 * node and kind: one row for each, however often it happens.
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

type Dependencies = Pick<ChainDependencies, 'database' | 'chain' | 'log'>
type Noted = { times: number; detail: string }

const detailCharactersMax = 500
const notedByNode = new WeakMap<Client, Map<NodeAnomalyType, Noted>>()

/** Notes something that a node should not have said; `more` where it was more often than once. */
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

/** Stores what was noted of a chain's nodes, and logs what is the first of its kind. */
export async function storeNodeAnomalies({ database, chain, log }: Dependencies): Promise<void> {
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
        log.warn({ blockchain: chain.name, node: host, what, ...one }, 'a node is not believed')
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
      set detail = excluded.detail, times = known.times + excluded.times, last_at = now()
      returning first_at = last_at as "isFirst"`,
    values: [blockchain, node, what, detail, times],
  })
  return rows[0]!.isFirst
}
