/** What merchants were told, as the event log has it. */
import { until } from '../../test/chain/until.ts'
import type { World } from '../../test/chain/world.ts'

export type Reported = { id: string; sequence: number; body: Record<string, unknown> }

/** Reads the events about a resource, once all are logged. */
export async function readReported(
  { database: { pool } }: World,
  kind: string,
  id: string,
): Promise<Reported[]> {
  await until('all events are logged', async () => {
    const { rows } = await pool.query(
      `select from outbox where channel in ('event', 'actor') limit 1`,
    )
    return rows.length === 0
  })
  const { rows } = await pool.query<Omit<Reported, 'body'> & { body: string }>(
    `select event_id as id, sequence, body from merchant_event
     where resource_kind = $1 and resource_id = $2 order by log_number`,
    [kind, id],
  )
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
}

/** Whether an event tells that a payment has come to this status. */
export const isPaid = ({ body }: Reported): boolean =>
  body['eventType'] === 'PaymentStatusChanged' &&
  (body['payment'] as { status: string }).status === 'Succeeded'
