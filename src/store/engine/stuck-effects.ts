/**
 * Lets an operator try an undone effect again now, or park it, so that it is tried no more until somebody says so. A
 * parked row stays in the outbox: what was asked for is never forgotten.
 */
import { anomaliesTotal } from '../../shared/metrics/counted.ts'
import type { Database } from '../database.ts'
import { OutboxRow } from '../tables/path.ts'
import type { Channel } from '../../core/turn/consequences.ts'
import { isMessage } from './origins.ts'

/** Rows of webhooks are their merchant's matter, who sees them and sends them again. */
const operatorsChannels = ['actor', 'chain', 'event'] as const satisfies Channel[]
export type OperatorsChannel = (typeof operatorsChannels)[number]

/** Later than any retry: a row that waits until then is parked. */
export const parkedUntil = '9999-12-31T00:00:00Z'
/** So many attempts are not suspicious: a row that was tried more often is listed. */
export const attemptsUnsuspicious = 3

export const isParked = ({ availableAt }: Pick<OutboxRow, 'availableAt'>): boolean =>
  availableAt.getTime() >= Date.parse(parkedUntil)

/**
 * Lets a row be tried at once, as if it had never been refused, and resolves its anomaly at the business time `now`.
 * @returns its channel, which the caller wakes; null where there is no such row
 */
export const retryEffect = (
  database: Database,
  id: string,
  now: Date,
): Promise<OperatorsChannel | null> =>
  moveRow(
    database,
    id,
    `available_at = to_timestamp(0), waits_for = null, attempts = least(attempts, ${attemptsUnsuspicious}),
     refusals = 0, refused_attempt = null, sightings = null`,
    {
      values: [now.toISOString()],
      beside: `update anomaly set resolved_at = $3::timestamptz
        from moved where message_id = moved.id and resolved_at is null`,
    },
  )

/** Lets a row be tried no more, with the reason in its last error. @returns as `retryEffect` does */
export const parkEffect = (
  database: Database,
  id: string,
  reason: string,
): Promise<OperatorsChannel | null> =>
  moveRow(
    database,
    id,
    `available_at = '${parkedUntil}', waits_for = null, last_error = $3,
     attempts = greatest(attempts, ${attemptsUnsuspicious + 1})`,
    { values: [`parked by an operator: ${reason}`] },
  )

/** Parks messages that no turn takes, each beside an anomaly; the rows keep why they were refused last. */
export async function parkRefused({ pool }: Database, ids: string[], now: Date): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'park-refused',
    text: `with parked as (
        update outbox set available_at = '${parkedUntil}',
          attempts = greatest(attempts, ${attemptsUnsuspicious + 1})
        where id = any($1) and ${isMessage('outbox')} returning *)
      insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
      select id, kind, entity_id, merchant_id, network, payload::jsonb, '',
        'refused ' || refusals || ' times, the last time because: ' || coalesce(last_error, ''), $2::timestamptz
      from parked
      on conflict (message_id) do update
        set reason = excluded.reason, at = excluded.at, resolved_at = null`,
    values: [ids, now.toISOString()],
  })
  anomaliesTotal.inc({ what: 'unexpected' }, rowCount ?? 0)
}

type Beside = { values?: string[]; beside?: string }

/** Changes a row, and in the same commit what stands `beside` it; `values` are $3 and later ones. */
async function moveRow(
  { pool }: Database,
  id: string,
  change: string,
  { values = [], beside = 'select' }: Beside,
): Promise<OperatorsChannel | null> {
  const { rows } = await pool.query<{ channel: OperatorsChannel }>(
    `with moved as (
       update outbox set ${change} where id = $1 and channel = any($2) returning id, channel
     ), also as (${beside})
     select channel from moved`,
    [id, operatorsChannels, ...values],
  )
  return rows[0]?.channel ?? null
}
