/** Anomalies: messages that nobody expected, or that no turn could take. Kept and shown. */
import type { Message } from '../shared/message.ts'
import type { Database } from './database.ts'

/** Keeps the message as an anomaly and takes it out of the outbox, in one commit. */
export async function recordAnomaly(
  database: Database,
  message: Message,
  anomaly: { state: string; reason: string; at: Date },
): Promise<void> {
  await database.pool.query({
    name: 'record-anomaly',
    text: `with gone as (delete from outbox where id = $1)
      insert into anomaly (message_id, kind, entity_id, merchant_id, network, event, state, reason, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (message_id) do nothing`,
    values: [
      message.id,
      message.kind,
      message.entityId,
      message.merchantId,
      message.network,
      JSON.stringify(message.event),
      anomaly.state,
      anomaly.reason.slice(0, 2000),
      anomaly.at.toISOString(),
    ],
  })
}
