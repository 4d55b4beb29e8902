/** Anomalies that people are shown beside what actors are told: nodes that differ, and events that no node explains. */
import type { Pool, PoolClient } from 'pg'
import type { Reporting } from './reporting.ts'
import type { Undecided } from '../chain/rows/undecided-logs.ts'
import { businessTimeSql } from '../store/clock-follower.ts'

export type About = Pick<Undecided, 'kind' | 'entityId' | 'merchantId' | 'network'>

/** Resolves the anomalies of payments and subscriptions on which nodes agree by now. */
export async function forgetDoubts(
  client: PoolClient,
  { chain }: Reporting,
  entityIds: string[],
  type: 'chain.doubted' | 'chain.unexplained' = 'chain.doubted',
): Promise<void> {
  if (!entityIds.length) return
  await client.query({
    name: 'forget-doubts',
    text: `update anomaly set resolved_at = ${businessTimeSql('$2')}
      where message_id = any($1) and resolved_at is null`,
    values: [entityIds.map((entityId) => anomalyId(chain.name, type, entityId)), chain.embedded],
  })
}

/**
 * Notes one anomaly of a type for each payment or subscription, so that a node that lies often
 * fills no table.
 */
export async function noteAnomaly(
  queries: Pick<Pool, 'query'>,
  { chain, log }: Reporting,
  { kind, entityId, merchantId, network }: About,
  event: { type: string } & Record<string, unknown>,
  reason: string,
): Promise<void> {
  const { rowCount } = await queries.query(
    `with present as materialized (select ${businessTimeSql('$8')} as moment)
     insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
     select $1, $2, $3, $4, $5, $6::jsonb, '', $7, moment from present on conflict (message_id) do nothing`,
    [
      anomalyId(chain.name, event.type, entityId),
      kind,
      entityId,
      merchantId,
      network,
      JSON.stringify({ ...event, blockchain: chain.name }),
      reason,
      chain.embedded,
    ],
  )
  if (rowCount)
    log.warn(
      { blockchain: chain.name, kind, id: entityId, reason },
      'an anomaly was noted; the dashboard shows it',
    )
}

const anomalyId = (blockchain: string, type: string, entityId: string): string =>
  `${blockchain}/${type}/${entityId}`
