/** The deliveries of events to the merchant's endpoint: listed, read, and sent again. */
import { z } from 'zod'
import { DeliveryResource, toDeliveryResource } from '../../../core/resources/delivery.ts'
import { requestProbes } from '../../../store/engine/chore-queue.ts'
import { findEvent } from '../../../store/views/event-places.ts'
import { Problem } from '../../../shared/problems.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { EventRange, RangeRedelivery, redeliverRange } from '../../routes/redelivery.ts'
import { resourceRoutes } from '../../resource-routes.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { IdParams } from '../../schemas/path.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { memberList } from './member-list.ts'

const path = '/dashboard/api/{network}/deliveries'

const deliveries = resourceRoutes({
  access: 'member',
  kind: 'delivery',
  noun: 'Delivery',
  tag: 'Webhooks',
  path,
  params: IdParams,
  schema: DeliveryResource,
  show: toDeliveryResource,
})

const resendDeliveriesRoute = memberRoute({
  method: 'POST',
  path: `${path}/resend`,
  operationId: 'resendDeliveries',
  right: 'integrate',
  tag: 'Webhooks',
  summary: 'Send many webhooks again',
  description:
    '`{"undelivered": true}` sends again everything that has not arrived, behind `after` where that is given. ' +
    'Up to 100 events for each call; go on with `after` set to `next`.',
  limit: 'resend',
  body: EventRange,
  answer: { description: 'How many are on their way.', schema: RangeRedelivery },
  problems: ['EventNotFound', 'WebhooksNotSetUp'],
  handle: async (call) => ({ body: await redeliverRange(call, call.body) }),
})

export const deliveryRoutes: readonly Route[] = [
  memberList(lists.deliveries, {
    description: 'One for each event and API key; the newest comes first.',
    schema: DeliveryResource,
    show: (rows) => rows.map(toDeliveryResource),
  }),
  deliveries.read({
    right: 'read',
    summary: 'Read one delivery and what was sent',
    answer: {
      description: 'The delivery, with the body of its webhook as text.',
      schema: DeliveryResource.extend({ body: z.string().nullable() }).meta({
        id: 'DeliveryAndBody',
      }),
    },
    async show(found, { caller, dependencies }) {
      const delivery = toDeliveryResource(found)
      const event = await findEvent(dependencies.database, caller.owner, delivery.eventId)
      return { ...delivery, body: event?.body ?? null }
    },
  }),
  deliveries.command('resend', {
    right: 'integrate',
    summary: 'Send a webhook again',
    isKeyed: true,
    limit: 'resend',
    answer: { description: 'The delivery under way again.', schema: DeliveryResource },
    async act(send, { caller, dependencies }, delivery) {
      if (delivery.status === 'Cancelled') throw cancelled(delivery)
      await requestProbes(dependencies.database, caller.owner)
      dependencies.bus.wake('webhook')
      return send({ type: 'delivery.resend' })
    },
  }),
  resendDeliveriesRoute,
]

/** The key or the endpoint of the delivery is gone; its event can be sent to those there are now. */
function cancelled({ snapshot }: StoredActor<'delivery'>): Problem {
  const { reason, eventId } = snapshot.context
  const gone = reason === 'ApiKeyDeleted' ? 'its API key was deleted' : 'its endpoint was removed'
  return new Problem(
    'CommandNotAllowed',
    `The delivery is Cancelled: ${gone}. Send its event again, under the keys of now: ` +
      `POST /integration/events/${eventId}/redeliver.`,
    { details: { state: 'Cancelled', allowed: [] } },
  )
}
