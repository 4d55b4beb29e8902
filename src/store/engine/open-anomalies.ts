/**
 * Messages that actors did not expect, of all merchants, until an operator has looked at them. Parked messages are not
 * among them: they wait in the outbox, and to try one again resolves it.
 */
import type { Database } from '../database.ts'

export type OpenAnomaly = {
  messageId: string
  kind: string
  entityId: string
  merchantId: string
  network: string
  /** The type of the message, such as `chain.charged`. */
  event: string
  /** The state that the actor was in. */
  state: string
  reason: string
  at: string
}

/** Lists the newest ones. */
export async function listOpenAnomalies(
  { pool }: Pick<Database, 'pool'>,
  rowsMax: number,
): Promise<OpenAnomaly[]> {
  const { rows } = await pool.query<OpenAnomaly>(
    `select message_id as "messageId", kind, entity_id as "entityId", merchant_id as "merchantId", network,
       coalesce(event->>'type', '') as event, state, reason, at
     from anomaly
     where resolved_at is null and not is_forged
       and not exists (select from outbox where outbox.id = anomaly.message_id)
     order by at desc, message_id limit $1`,
    [rowsMax],
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Notes at the business time `now` that somebody has looked at it. @returns whether it was open */
export async function resolveAnomaly(
  { pool }: Pick<Database, 'pool'>,
  messageId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update anomaly set resolved_at = $2
     where message_id = $1 and resolved_at is null and not is_forged
       and not exists (select from outbox where outbox.id = anomaly.message_id)`,
    [messageId, now.toISOString()],
  )
  return rowCount === 1
}
