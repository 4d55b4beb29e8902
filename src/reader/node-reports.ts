/**
 * Records the state of every node: where its head is, its last error, and how it has to be asked.
 * Each process that talks to nodes records this for itself; heads are read only where the watcher
 * runs.
 */
import type { Pool } from 'pg'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/database.ts'
import { readHeader } from '../chain/blocks.ts'
import { detailsOf } from '../chain/chain-errors.ts'
import type { ConnectedChain, ConnectedChains } from '../chain/clients.ts'
import { storeNodeAnomalies } from '../chain/node-anomalies.ts'
import type { RpcNode } from '../chain/rpc/rpc-node.ts'
import { elapsedMs, wait } from '../shared/time.ts'
import type { Header } from '../chain/rows/blocks.ts'

const reportEveryMs = 15_000

type NodeReportDependencies = {
  database: Database
  log: Log
  chains: ConnectedChains
  directory: ChainDirectory
}

/** Records the nodes' state every 15 s; `stop` lets the round under way end. */
export function startNodeReports(
  dependencies: NodeReportDependencies,
  { withHeads }: { withHeads: boolean },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const reporting = (async () => {
    while (!stopping.signal.aborted) {
      await reportAll(dependencies, withHeads)
      await wait(reportEveryMs, stopping.signal)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await reporting
    },
  }
}

async function reportAll(
  { database, log, chains }: NodeReportDependencies,
  withHeads: boolean,
): Promise<void> {
  const report = async (chain: ConnectedChain) => {
    await reportNodes(database.pool, chain, withHeads)
    await storeNodeAnomalies({ database, chain, log })
  }
  await Promise.all(
    [...chains.values()].map((chain) =>
      report(chain).catch((error: unknown) =>
        log.warn(
          { blockchain: chain.name, error: detailsOf(error) },
          'the state of the nodes could not be stored; trying again in 15 s',
        ),
      ),
    ),
  )
}

/** Records the state of one chain's nodes. */
export async function reportNodes(
  pool: Pool,
  chain: ConnectedChain,
  withHeads: boolean,
): Promise<void> {
  const heads = withHeads
    ? await Promise.all(chain.nodes.map((node) => readHeader(node, 'latest').catch(() => null)))
    : []
  for (const [position, node] of chain.rpcNodes.entries())
    await store(pool, chain.name, position, node, heads[position] ?? null)
  await pool.query('delete from chain_node where blockchain = $1 and position >= $2', [
    chain.name,
    chain.rpcNodes.length,
  ])
}

/** Stores a node's state; another node at the same position begins anew. */
async function store(
  pool: Pool,
  blockchain: string,
  position: number,
  node: RpcNode,
  head: Header | null,
): Promise<void> {
  const { count, last } = node.takeErrors()
  const agoMs = last ? elapsedMs() - last.at : null
  await pool.query({
    name: 'chain-report-node',
    text: `insert into chain_node as known (blockchain, position, name, head_number, head_time,
        head_seen_at, error_count, last_error, last_error_at, lacks, log_range,
        requests_per_second, reported_at)
      values ($1, $2, $3, $4, to_timestamp($5), case when $4::bigint is null then null else now() end,
        $6, $7, now() - $8 * interval '1 millisecond', $9, $10, $11, now())
      on conflict (blockchain, position) do update set
        name = excluded.name,
        head_number = case when known.name <> excluded.name then excluded.head_number
          else coalesce(excluded.head_number, known.head_number) end,
        head_time = case when known.name <> excluded.name then excluded.head_time
          else coalesce(excluded.head_time, known.head_time) end,
        head_seen_at = case when known.name <> excluded.name then excluded.head_seen_at
          else coalesce(excluded.head_seen_at, known.head_seen_at) end,
        error_count = excluded.error_count +
          case when known.name <> excluded.name then 0 else known.error_count end,
        last_error = case when known.name <> excluded.name then excluded.last_error
          else coalesce(excluded.last_error, known.last_error) end,
        last_error_at = case when known.name <> excluded.name then excluded.last_error_at
          else coalesce(excluded.last_error_at, known.last_error_at) end,
        lacks = excluded.lacks, log_range = excluded.log_range,
        requests_per_second = excluded.requests_per_second, reported_at = excluded.reported_at`,
    values: [
      blockchain,
      position,
      node.name,
      head?.number ?? null,
      head?.timestamp ?? null,
      count,
      last && `${last.method}: ${last.text}`,
      agoMs,
      JSON.stringify(node.lacking),
      node.range.blocks,
      roundUp(node.perSecond),
    ],
  })
}

const roundUp = (perSecond: number | null): number | null =>
  perSecond === null ? null : Math.ceil(perSecond)
