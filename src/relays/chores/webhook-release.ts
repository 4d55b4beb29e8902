/**
 * Releases what waits for a destination that answers again: first a few, then more and more, so that a server that has
 * just come back is not overrun. A row behind another in its lane stays behind it.
 */
import { createDeliveryMessage, listWaiting } from '../../store/waiting-deliveries.ts'
import type { DestinationKey } from '../../store/waiting-deliveries.ts'
import { enqueueAndPublish, finishRows } from '../../store/outbox.ts'
import type { Database } from '../../store/database.ts'
import type { DestinationStatus } from '../../webhooks/destinations.ts'
import type { PutOff } from '../leased-work.ts'
import type { Chore } from './chore-queue.ts'
import { releaseParked } from '../webhook-queue.ts'
import type { WebhookRelayDependencies } from '../webhook-results.ts'

const firstBatchMax = 50
const batchMax = 500
export const betweenBatchesMs = 1_000

/**
 * Releases a batch, and goes on in a second: always once, because a claim that was under way when the endpoint
 * answered may have parked more. Ends where the destination is down again.
 */
export async function release(
  { database, bus }: WebhookRelayDependencies,
  chore: Chore,
): Promise<PutOff | void> {
  const { after = '', ...destination } = chore.payload as DestinationKey & { after?: string }
  const status = await takeOver(database, chore, destination)
  if (status !== 'Answering' && status !== 'Failing') return finishRows(database, [chore.id], [])
  const limit = Math.min(firstBatchMax * 2 ** (chore.attempts - 1), batchMax)
  const waiting = await listWaiting(database, destination, after, limit)
  const event = { type: 'delivery.endpointAnswered' } as const
  const messages = waiting.map((delivery) => createDeliveryMessage(chore, delivery, event))
  await enqueueAndPublish({ database, bus }, messages)
  const released = await releaseParked(database, { ...chore, ...destination }, limit)
  const goesOn = chore.attempts === 1 || waiting.length === limit || released === limit
  if (!goesOn) await finishRows(database, [chore.id], [])
  bus.wake('webhook')
  if (goesOn) return () => goOn(database, chore, waiting.at(-1)?.id ?? after)
}

/** Ends earlier releases of the destination, whose rest this one finds, and reads how that is. */
async function takeOver(
  { pool }: Database,
  { id }: Chore,
  { endpointId, apiKey }: DestinationKey,
): Promise<DestinationStatus | undefined> {
  const { rows } = await pool.query<{ status: DestinationStatus }>({
    name: 'release-take-over',
    text: `with ended as (
        delete from outbox using outbox as own where own.id = $1 and outbox.channel = 'webhook'
          and outbox.name = 'release' and outbox.lane = own.lane and outbox.at < own.at)
      select status from destination where endpoint_id = $2 and api_key = $3`,
    values: [id, endpointId, apiKey],
  })
  return rows[0]?.status
}

async function goOn({ pool }: Database, { id, payload }: Chore, after: string): Promise<void> {
  await pool.query({
    name: 'release-go-on',
    text: `update outbox set available_at = now() + $2 * interval '1 millisecond', payload = $3 where id = $1`,
    values: [id, betweenBatchesMs, JSON.stringify({ ...payload, after })],
  })
}
