/** The deliveries of events to the merchant's endpoint: listed, read, and sent again. */
import { z } from 'zod'
import {
  DeliveryResource,
  deliveryStatuses,
  toDeliveryResource,
} from '../../../store/resources/delivery.ts'
import { countActors, listActors } from '../../../store/views/actors.ts'
import { findEvent } from '../../../store/views/events.ts'
import { commandActor, requireActor, type Target } from '../../commands.ts'
import { type Call, memberRoute } from '../../routing/route.ts'
import { NoFields } from '../../schemas/fields.ts'
import { IdParams } from '../../schemas/path.ts'
import { listParameter, page, PageOfTotalResource, singleParameter } from '../../schemas/query.ts'

const path = '/dashboard/api/{network}/deliveries'

export const listDeliveriesRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listDeliveries',
  tag: 'Webhooks',
  summary: 'List deliveries',
  description: 'One for each event and API key; the newest comes first.',
  query: z.strictObject({
    ...page,
    statusIn: listParameter(deliveryStatuses),
    eventType: singleParameter(z.string()).optional(),
    eventId: singleParameter(z.string()).optional(),
  }),
  answer: {
    status: 200,
    description: 'The deliveries that match.',
    schema: z.strictObject({ deliveries: z.array(DeliveryResource), page: PageOfTotalResource }),
  },
  async handle({ query: { limit, offset, ...filter }, caller: { owner }, dependencies }) {
    const [found, total] = await Promise.all([
      listActors(dependencies.database, 'delivery', owner, filter, { limit, offset }),
      countActors(dependencies.database, 'delivery', owner, filter),
    ])
    return { body: { deliveries: found.map(toDeliveryResource), page: { limit, offset, total } } }
  },
})

export const readDeliveryRoute = memberRoute({
  method: 'GET',
  path: `${path}/{id}`,
  operationId: 'readDelivery',
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
  tag: 'Webhooks',
  summary: 'Send a webhook again',
  limit: 'resend',
  params: IdParams,
  body: NoFields,
  answer: { status: 200, description: 'The delivery under way again.', schema: DeliveryResource },
  problems: ['NotFound', 'CommandNotAllowed'],
  async handle(call) {
    const target = targetOf(call)
    await requireActor(call.dependencies, target)
    const event = { type: 'delivery.resend' }
    return { body: toDeliveryResource(await commandActor(call, { ...target, event })) }
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
