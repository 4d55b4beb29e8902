/** Takes the chores of the webhook relay out of the outbox, and sends on what they say to actors. */
import type { Bus } from '../bus/bus.ts'
import type { Cause, Message } from '../shared/message.ts'
import type { Owner } from '../shared/owner.ts'
import type { Database } from '../store/database.ts'
import { enqueueMessages } from '../store/outbox.ts'

const choresAtOnceMax = 50

export type Chore = Owner & {
  id: string
  name: string
  entityId: string
  cause: Cause
  payload: Record<string, unknown>
  attempts: number
  lastError: string | null
}

/** Claims chores that are due; no other process claims them for `leaseMs`. */
export async function claimChores({ pool }: Database, leaseMs: number): Promise<Chore[]> {
  const { rows } = await pool.query<Chore>({
    name: 'chore-claim',
    text: `update outbox set available_at = now() + $1 * interval '1 millisecond', attempts = attempts + 1
      where id in (
        select id from outbox where channel = 'webhook' and name <> 'sendWebhook'
          and available_at <= now()
        order by available_at limit ${choresAtOnceMax} for update skip locked)
      returning id, name, entity_id as "entityId", merchant_id as "merchantId", network, cause,
        payload, attempts, last_error as "lastError"`,
    values: [leaseMs],
  })
  return rows
}

/** Enqueues messages in one commit, and publishes them. */
export async function enqueueAndPublish(
  { database, bus }: { database: Database; bus: Bus },
  messages: Message[],
): Promise<void> {
  if (!messages.length) return
  await enqueueMessages(database.pool, messages)
  await bus.publish(messages)
}
