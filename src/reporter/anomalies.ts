/** Anomalies that people are shown beside what actors are told: nodes that differ, and events that no node explains. */
import type { Pool, PoolClient } from 'pg'
import type { Reporting } from './reporting.ts'
import { findDoubted } from '../chain/rows/doubted.ts'
import type { UndecidedLog } from '../chain/rows/undecided-logs.ts'
import { recordNote, resolveNoted } from '../store/engine/anomalies.ts'

export type About = Pick<UndecidedLog, 'kind' | 'entityId' | 'merchantId' | 'network'>

/** Anomalies that are over by themselves. */
type PassingAnomaly = 'chain.doubted' | 'chain.unexplained' | 'chain.uncovered'

/**
 * Resolves the anomalies of payments and subscriptions on which nodes agree by now, or whose money is found. Who has another
 * log that nodes were asked about in vain stays doubted.
 */
export async function forgetDoubts(
  client: PoolClient,
  { chain }: Reporting,
  entityIds: string[],
  types: PassingAnomaly[] = ['chain.doubted'],
): Promise<void> {
  if (!entityIds.length) return
  const doubted = await findDoubted(client, chain.name, entityIds)
  const ids = types.flatMap((type) =>
    entityIds
      .filter((entityId) => type !== 'chain.doubted' || !doubted.has(entityId))
      .map((entityId) => anomalyId(chain.name, type, entityId)),
  )
  await resolveNoted(client, ids, chain.embedded)
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
  const note = {
    id: anomalyId(chain.name, event.type, entityId),
    kind,
    entityId,
    merchantId,
    network,
    event: { ...event, blockchain: chain.name },
    reason,
  }
  if (await recordNote(queries, note, chain.embedded))
    log.warn(
      { blockchain: chain.name, kind, id: entityId, reason },
      'an anomaly was noted; the dashboard shows it',
    )
}

const anomalyId = (blockchain: string, type: string, entityId: string): string =>
  `${blockchain}/${type}/${entityId}`
