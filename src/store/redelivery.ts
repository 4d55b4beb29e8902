/**
 * Sends events again: to the endpoint of now and under every key of now, whether there were others when
 * they happened, or none. What was delivered before is sent again, what never was is created.
 */
import type { PoolClient } from 'pg'
import type { StatusOf } from '../../machines/actors.ts'
import type { Cause, Message } from '../shared/message.ts'
import type { Owner } from '../shared/owner.ts'
import { runInOneCommit } from './commit.ts'
import type { Database } from './database.ts'
import { enqueueMessages } from './engine/outbox.ts'
import { type DeliveryCreation, planDeliveries } from './planned-deliveries.ts'
import {
  type EventToSend,
  findDownKeys,
  findEarlier,
  findExisting,
  findTargets,
} from './views/redeliveries.ts'

/** `Sending`: at once. The others go out when the event before has arrived, or the endpoint answers. */
export const redeliveryOutcomes = ['Sending', 'WaitsForEarlierEvent', 'WaitsForEndpoint'] as const

export type Redelivery = {
  id: string
  apiKey: string
  status: StatusOf['delivery']
  outcome: (typeof redeliveryOutcomes)[number]
  /** The earlier event of the same resource that has still to arrive. */
  waitsFor: { eventId: string; logNumber: number } | null
}

export type NoTarget = { missing: ('WebhookEndpoint' | 'ApiKey')[] }

type Request = {
  /** The oldest first. */
  events: EventToSend[]
  /** Only deliveries of these statuses, and those that are not there yet. */
  statuses?: readonly StatusOf['delivery'][] | undefined
  /** Names the request, so that a repeated one has its effect once. */
  seedId: string
}

const cause: Cause = { type: 'command', command: 'delivery.resend', by: 'merchant' }

/** Enqueues the deliveries of the events. The caller wakes the channels `actor` and `webhook`. */
export async function redeliverEvents(
  { pool }: Database,
  owner: Owner,
  request: Request,
): Promise<NoTarget | { deliveries: Redelivery[] }> {
  return runInOneCommit(pool, async (client) => {
    const { endpointId, apiKeys } = await findTargets(client, owner)
    const missing = missingOf(endpointId, apiKeys)
    if (!endpointId || missing.length) return { missing }
    const planned = request.events.flatMap((event) => {
      const keys = apiKeys.filter((apiKey) => event.apiKeys?.includes(apiKey) ?? true)
      return planDeliveries(event, endpointId, keys, cause)
    })
    const existing = await findExisting(client, owner, planned)
    const { statuses } = request
    const wanted = planned.filter(({ entityId }) => {
      const found = existing.get(entityId)
      return !statuses || !found || statuses.includes(found.status)
    })
    const messages = wanted.flatMap((creation) => {
      const found = existing.get(creation.entityId)
      if (!found) return [creation]
      return isUnderWay(found) ? [] : [toResend(creation, request.seedId)]
    })
    await enqueueMessages(client, messages, 0)
    return { deliveries: await predictOutcomes(client, endpointId, wanted, request.events) }
  })
}

function missingOf(endpointId: string | null, apiKeys: string[]): NoTarget['missing'] {
  const missing: NoTarget['missing'] = []
  if (!endpointId) missing.push('WebhookEndpoint')
  if (!apiKeys.length) missing.push('ApiKey')
  return missing
}

const isUnderWay = ({ status, phase }: { status: string; phase: string }): boolean =>
  status === 'Pending' || phase === 'Sending'

const toResend = (creation: Message, seedId: string): Message => ({
  ...creation,
  id: `redeliver/${seedId}/${creation.entityId}`,
  event: { type: 'delivery.resend' },
})

/** Says of each delivery what will happen to it. */
async function predictOutcomes(
  client: PoolClient,
  endpointId: string,
  wanted: DeliveryCreation[],
  events: EventToSend[],
): Promise<Redelivery[]> {
  const [earlier, downKeys] = [
    await findEarlier(client, wanted),
    await findDownKeys(client, endpointId),
  ]
  const firsts = findFirsts(wanted, events)
  return wanted.map(({ entityId, event: { input } }) => {
    const first = firsts.get(input.lane)!
    const waitsFor = earlier.get(entityId) ?? (first.sequence < input.sequence ? first.place : null)
    const outcome = downKeys.has(input.apiKey)
      ? 'WaitsForEndpoint'
      : waitsFor
        ? 'WaitsForEarlierEvent'
        : 'Sending'
    return { id: entityId, apiKey: input.apiKey, status: 'Pending', outcome, waitsFor }
  })
}

type First = { sequence: number; place: { eventId: string; logNumber: number } }

/** Finds the first of each lane among what is sent again together: the others wait for it. */
function findFirsts(wanted: DeliveryCreation[], events: EventToSend[]): Map<string, First> {
  const logNumbers = new Map(events.map(({ eventId, logNumber }) => [eventId, logNumber]))
  const firsts = new Map<string, First>()
  for (const { event } of wanted) {
    const { lane, sequence, eventId } = event.input
    const known = firsts.get(lane)
    if (known && known.sequence <= sequence) continue
    firsts.set(lane, { sequence, place: { eventId, logNumber: logNumbers.get(eventId)! } })
  }
  return firsts
}
