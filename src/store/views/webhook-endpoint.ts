/** Reads how a merchant's webhook endpoint does: under each API key, and what waits for it. */
import type { StatusOf } from '../../../machines/actors.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { findWebhookEndpoint } from '../merchants/webhook-endpoints.ts'
import type { EndpointKey, WebhookEndpointResource } from '../../core/resources/webhook-endpoint.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../../core/states.ts'

type Row = {
  apiKey: string
  status: StatusOf['destination'] | null
  since: string | null
  failedAt: string | null
  error: string | null
  waiting: number
  waitingSince: string | null
  /** Real time, as Postgres writes it. */
  probeAt: string | null
}

/** Reads the endpoint of the owner's network with its keys. */
export async function readWebhookEndpoint(
  { database, clock }: { database: Database; clock: Clock },
  owner: Owner,
): Promise<WebhookEndpointResource> {
  const endpoint = await findWebhookEndpoint({ database }, owner)
  if (!endpoint) return { url: null, updatedAt: null, status: 'NotSet', waiting: 0, keys: [] }
  const rows = await readKeys(database, owner, endpoint.id)
  const keys = rows.map((row) => toKey(row, clock))
  return {
    url: endpoint.url,
    updatedAt: endpoint.updatedAt.toISOString(),
    status: worstOf(keys),
    waiting: keys.reduce((sum, { waiting }) => sum + waiting, 0),
    keys,
  }
}

async function readKeys(
  { pool }: Database,
  { merchantId, network }: Owner,
  endpointId: string,
): Promise<Row[]> {
  const waiting = `from delivery where delivery.endpoint_id = $3 and delivery.api_key = api_key.name
    and delivery.status in (${quoteStatuses(deliveriesOnTheirWay)})`
  const { rows } = await pool.query<Row>({
    name: 'keys-of-endpoint',
    text: `select api_key.name as "apiKey", destination.status,
        destination.snapshot->'context'->>'since' as since,
        destination.snapshot->'context'->'lastFailure'->>'at' as "failedAt",
        coalesce(probe.last_error, destination.snapshot->'context'->'lastFailure'->>'error') as error,
        (select count(*)::int ${waiting}) as waiting,
        (select delivery.snapshot->'context'->>'dueAt' ${waiting}
          order by delivery.id limit 1) as "waitingSince",
        probe.available_at as "probeAt"
      from api_key
        left join destination on destination.endpoint_id = $3 and destination.api_key = api_key.name
        left join outbox as probe on probe.channel = 'webhook' and probe.name = 'probe'
          and probe.lane = 'destination/' || destination.id
      where api_key.merchant_id = $1 and api_key.network = $2
      order by api_key.created_at, api_key.name`,
    values: [merchantId, network, endpointId],
  })
  return rows
}

function toKey(row: Row, clock: Clock): EndpointKey {
  const isWell = row.status === null || row.status === 'Answering' || row.status === 'Removed'
  const nextProbeAt =
    row.status === 'Down' && row.probeAt !== null
      ? new Date(Date.parse(row.probeAt) + clock.testOffsetMs).toISOString()
      : null
  return {
    apiKey: row.apiKey,
    status: isWell ? 'Answering' : (row.status as EndpointKey['status']),
    since: row.since,
    lastFailure: row.error === null ? null : { error: row.error, at: row.failedAt ?? '' },
    waiting: row.waiting,
    waitingSince: row.waitingSince,
    nextProbeAt,
  }
}

function worstOf(keys: EndpointKey[]): EndpointKey['status'] {
  const statuses = keys.map(({ status }) => status)
  if (statuses.includes('Down')) return 'Down'
  return statuses.includes('Failing') ? 'Failing' : 'Answering'
}
