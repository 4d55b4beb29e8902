/**
 * Probes a destination that is down: sends it one of the deliveries that wait for it, now and again.
 * A probe that fails is no attempt of the delivery and leaves no trace but the row's; the first that
 * is answered counts as a delivery and ends the search.
 */
import type { Database } from '../../store/database.ts'
import { enqueueAndPublish, finishRows } from '../../store/engine/outbox.ts'
import {
  createDestinationMessage,
  destinationId,
  type DestinationStatus,
  reportToDestination,
} from '../../webhooks/destinations.ts'
import { resultMessage } from '../../webhooks/result.ts'
import type { PutOff } from '../leased-work.ts'
import { type Chore, postponeProbe } from '../../store/engine/chore-queue.ts'
import {
  type DestinationKey,
  listExpired,
  pickProbe,
  createDeliveryMessage,
} from '../../store/waiting-deliveries.ts'
import { attemptDelivery } from '../webhook-attempt.ts'
import { finishWithResults, type WebhookRelayDependencies } from '../webhook-results.ts'
/**
 * The first probe comes after 5 s of real time, and each wait is a quarter longer than the one before, up to five minutes:
 * whatever an outage takes, its end is noticed within a quarter of that, and some seconds. That is some 20 probes in the
 * first 20 minutes; one every 5 s would be 200 calls a second for a thousand dead endpoints.
 */
export const firstWaitMs = 5_000
const waitGrowth = 1.25
const waitMaxMs = 300_000

/** Makes one probe, or waits for the first, or ends because there is nothing to find out any more; returns what puts off the next. */
export async function probe(
  dependencies: WebhookRelayDependencies,
  chore: Chore,
  destination: DestinationKey,
): Promise<PutOff | void> {
  const { database, clock, connections } = dependencies
  const { status, lastError, failingLane } = await readDestination(database, destination)
  if (status !== 'Down') return finishRows(database, [chore.id], [])
  // The row is new: the last failure was a moment ago.
  if (chore.lastError === null) return () => waitOn(database, chore, lastError)
  const delivery = await pickProbe(database, destination, chore.attempts - 1)
  if (!delivery) return endProbes(dependencies, chore, destination, 'destination.emptied')
  const attempt = await attemptDelivery(dependencies, { ...chore, payload: delivery }, connections)
  if ('removed' in attempt)
    return endProbes(dependencies, chore, destination, 'destination.removed')
  if (attempt.error !== null) {
    const { error } = attempt
    // If one resource alone is refused, its attempts go on, and end by themselves.
    if (failingLane === null) await expireOld(dependencies, chore, destination, clock.now())
    return () => waitOn(database, chore, error)
  }
  const { deliveryId, revision } = delivery
  const result = resultMessage(
    { ...chore, id: `probed/${deliveryId}/${revision}`, deliveryId },
    attempt,
  )
  const asked = { ...chore, lane: delivery.lane, payload: destination, destinationStatus: status }
  const answered = reportToDestination(asked, attempt, clock.now())
  await finishWithResults(
    dependencies,
    [chore.id, `delivery/${deliveryId}/${revision}/0`],
    [result, ...answered],
  )
}

async function readDestination(
  { pool }: Database,
  { endpointId, apiKey }: DestinationKey,
): Promise<{ status?: DestinationStatus; lastError: string; failingLane: string | null }> {
  const { rows } = await pool.query<{
    status: DestinationStatus
    lastError: string
    failingLane: string | null
  }>({
    name: 'probed-destination',
    text: `select status, snapshot->'context'->'lastFailure'->>'error' as "lastError",
        failing_lane as "failingLane" from destination where endpoint_id = $1 and api_key = $2`,
    values: [endpointId, apiKey],
  })
  return rows[0] ?? { lastError: '', failingLane: null }
}

function waitOn(database: Database, chore: Chore, error: string): Promise<void> {
  const waitMs = Math.min(firstWaitMs * waitGrowth ** (chore.attempts - 1), waitMaxMs)
  return postponeProbe(database, chore, waitMs, error)
}

async function endProbes(
  dependencies: WebhookRelayDependencies,
  chore: Chore,
  { endpointId, apiKey }: DestinationKey,
  type: 'destination.emptied' | 'destination.removed',
): Promise<void> {
  const message = createDestinationMessage(
    { ...chore, id: `${chore.id}/${type}` },
    destinationId(endpointId, apiKey),
    { type },
  )
  await finishWithResults(dependencies, [chore.id], [message])
}

async function expireOld(
  { database, bus }: WebhookRelayDependencies,
  chore: Chore,
  destination: DestinationKey,
  now: Date,
): Promise<void> {
  const expired = await listExpired(database, destination, now)
  const event = { type: 'delivery.expired' } as const
  const messages = expired.map((delivery) => createDeliveryMessage(chore, delivery, event))
  await enqueueAndPublish({ database, bus }, messages)
}
