/** Holds the webhooks that came to an endpoint against the event log. */
import { eventually } from '../../../../examples/client/eventually.ts'
import type { EventJson } from '../../../../examples/client/merchant.ts'
import type { ReceivedWebhooks } from '../received-webhooks.ts'
import { byResource } from './event-feed.ts'

/**
 * Waits for the webhooks of events that the log has. Says of those that `isAbout` takes what did not come, what
 * came beside them, with other bytes than there, or before an earlier event of its resource.
 */
export async function webhookDifferences(
  received: ReceivedWebhooks,
  logged: readonly EventJson[],
  isAbout: (event: EventJson) => boolean,
): Promise<string[]> {
  const expected = new Map(logged.map((event) => [idOf(event), JSON.stringify(event)]))
  const isMissing = (id: string) => !received.byId.has(id)
  await eventually('all webhooks', async () => ![...expected.keys()].some(isMissing)).catch(
    () => undefined,
  )
  const came = [...received.byId.values()].filter(({ event }) => isAbout(event))
  const others = came.filter(({ event, body }) => expected.get(idOf(event)) !== body)
  return [
    ...received.faults,
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
