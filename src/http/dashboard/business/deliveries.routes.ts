/** The deliveries of events to the merchant's endpoint: listed, read, and sent again. */
import { z } from 'zod'
import { DeliveryResource, toDeliveryResource } from '../../../core/resources/delivery.ts'
import { requestProbes } from '../../../store/merchants/destinations.ts'
import { findEvent } from '../../../store/views/event-places.ts'
import { Problem } from '../../../shared/problems.ts'
import type { StoredActor } from '../../../shared/stored-actor.ts'
import { EventRange, RangeRedelivery, redeliverRange } from '../../routes/redelivery.ts'
import { commandActor, requireActor, type Target } from '../../commands.ts'
import { type Call, memberRoute } from '../../routing/route.ts'
import { NoFields } from '../../schemas/fields.ts'
import { IdParams } from '../../schemas/path.ts'
import { lists } from '../lists/dashboard-lists.ts'
import { answerPage, countedPage, ListPageResource, toWanted } from '../../lists/page.ts'

const path = '/dashboard/api/{network}/deliveries'

export const listDeliveriesRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listDeliveries',
  right: 'read',
  tag: 'Webhooks',
  summary: 'List deliveries',
  description: 'One for each event and API key; the newest comes first.',
  query: z.strictObject({ ...countedPage, ...lists.deliveries.filter }),
  answer: {
    status: 200,
    description: 'The deliveries that match.',
    schema: z.strictObject({ deliveries: z.array(DeliveryResource), page: ListPageResource }),
  },
  async handle({ query, caller: { owner }, dependencies: { database, clock } }) {
    const wanted = toWanted(owner, query, clock.now())
    const { rows, page } = await answerPage(database, lists.deliveries.list, wanted)
    return { body: { deliveries: rows.map(toDeliveryResource), page } }
  },
})

export const readDeliveryRoute = memberRoute({
  method: 'GET',
  path: `${path}/{id}`,
  operationId: 'readDelivery',
  right: 'read',
  tag: 'Webhooks',
  summary: 'Read one delivery and what was sent',
  params: IdParams,
  answer: {
    status: 200,
    description: 'The delivery, with the body of its webhook as text.',
    schema: DeliveryResource.extend({ body: z.string().nullable() }).meta({
      id: 'DeliveryAndBody',
    }),
  },
  problems: ['NotFound'],
  async handle(call) {
    const { caller, dependencies } = call
    const delivery = toDeliveryResource(await requireActor(dependencies, targetOf(call)))
    const event = await findEvent(dependencies.database, caller.owner, delivery.eventId)
    return { body: { ...delivery, body: event?.body ?? null } }
  },
})

export const resendDeliveryRoute = memberRoute({
  method: 'POST',
  path: `${path}/{id}/resend`,
  operationId: 'resendDelivery',
  right: 'integrate',
  tag: 'Webhooks',
  summary: 'Send a webhook again',
  isKeyed: true,
  limit: 'resend',
  params: IdParams,
  body: NoFields,
  answer: { status: 200, description: 'The delivery under way again.', schema: DeliveryResource },
  problems: ['NotFound', 'CommandNotAllowed'],
  async handle(call) {
    const target = targetOf(call)
    const delivery = await requireActor(call.dependencies, target)
    if (delivery.status === 'Cancelled') throw cancelled(delivery)
    await requestProbes(call.dependencies.database, target.owner)
    call.dependencies.bus.wake('webhook')
    const event = { type: 'delivery.resend' }
    return { body: toDeliveryResource(await commandActor(call, { ...target, event })) }
  },
})

export const resendDeliveriesRoute = memberRoute({
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
  answer: { status: 200, description: 'How many are on their way.', schema: RangeRedelivery },
  problems: ['EventNotFound', 'WebhooksNotSetUp'],
  async handle({ body, caller: { owner }, dependencies, seed }) {
    return { body: await redeliverRange({ owner, dependencies, seed }, body) }
  },
})

const targetOf = ({
  params,
  caller,
}: Call<'member', z.output<typeof IdParams>>): Target<'delivery'> => ({
  kind: 'delivery',
  entityId: params.id,
  owner: caller.owner,
})

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
