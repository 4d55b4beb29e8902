/** Holds the webhooks that came to an endpoint against the event log. */
import { setTimeout as wait } from 'node:timers/promises'
import type { EventJson } from '../../../../examples/client/merchant.ts'
import type { ReceivedWebhooks } from '../received-webhooks.ts'
import { byResource } from './event-feed.ts'

const patienceMs = 20_000
const lookEveryMs = 25
/** If webhooks are faulty, all are, and every scenario says so. */
const faultsToldMax = 2

/**
 * Waits for the webhooks of events that the log has, for `withinMs` at most. Says of those that `isAbout` takes what did not come, what
 * came beside them, with other bytes than there, or before an earlier event of its resource.
 */
export async function webhookDifferences(
  received: ReceivedWebhooks,
  logged: readonly EventJson[],
  isAbout: (event: EventJson) => boolean,
  withinMs = patienceMs,
): Promise<string[]> {
  const expected = new Map(logged.map((event) => [idOf(event), JSON.stringify(event)]))
  const isMissing = (id: string) => !received.byId.has(id)
  const deadline = performance.now() + withinMs
  while ([...expected.keys()].some(isMissing) && performance.now() < deadline)
    await wait(lookEveryMs)
  const came = [...received.byId.values()].filter(({ event }) => isAbout(event))
  const others = came.filter(({ event, body }) => expected.get(idOf(event)) !== body)
  return [
    ...received.faults.slice(0, faultsToldMax),
    ...[...expected]
      .filter(([id]) => isMissing(id))
      .map(([, body]) => `no webhook came of ${body}`),
    ...others.map(
      ({ event, body }) =>
        `a webhook came as ${body}, and the log has ${expected.get(idOf(event)) ?? 'none of it'}`,
    ),
    ...outOfOrder(came.map(({ event }) => event)),
  ]
}

/** Events of a resource come in the order in which they are counted. */
const outOfOrder = (came: readonly EventJson[]): string[] =>
  (byResource(came) as EventJson[][])
    .map((events) => events.map(({ sequence }) => sequence))
    .filter((order) => order.some((sequence, place) => sequence < (order[place - 1] ?? 0)))
    .map((order) => `webhooks of one resource came in the order ${order.join(', ')}`)

const idOf = (event: EventJson): string => String(event['eventId'])
