/**
 * Releases what waits for a destination that answers again: first a few, then more and more, so that a server that has
 * just come back is not overrun. A row behind another in its lane stays behind it.
 */
import { createDeliveryMessage, listWaiting } from '../../store/waiting-deliveries.ts'
import type { DestinationKey } from '../../store/waiting-deliveries.ts'
import { enqueueAndPublish, finishRows } from '../../store/engine/outbox.ts'
import type { PutOff } from '../leased-work.ts'
import { type Chore, continueRelease, takeOverRelease } from '../../store/engine/chore-queue.ts'
import { releaseParked } from '../../store/engine/webhook-queue.ts'
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
  const status = await takeOverRelease(database, chore, destination)
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
  if (goesOn)
    return () => continueRelease(database, chore, waiting.at(-1)?.id ?? after, betweenBatchesMs)
}
