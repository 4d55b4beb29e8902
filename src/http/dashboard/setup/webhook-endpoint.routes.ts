/** The endpoint of a merchant's webhooks, and a test event to see one arrive. */
import { z } from 'zod'
import { badRequest, Problem } from '../../../shared/problems.ts'
import { requestProbes } from '../../../store/engine/chore-queue.ts'
import { enqueueTestEvent } from '../../../store/engine/test-event.ts'
import {
  findWebhookEndpoint,
  setWebhookEndpoint,
} from '../../../store/merchants/webhook-endpoints.ts'
import { WebhookEndpointResource } from '../../../core/resources/webhook-endpoint.ts'
import { readWebhookEndpoint } from '../../../store/views/webhook-endpoint.ts'
import { proofInCall } from '../../authentication/given-proof.ts'
import { memberRoute, type Route } from '../../routing/route.ts'

const path = '/dashboard/api/{network}/webhook-endpoint'
const urlLengthMax = 2_048

const Url = z.string().nullable().meta({ description: 'Null where there is none' })

const Endpoint = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
      .max(urlLengthMax, `must have at most ${urlLengthMax} characters`)
      .refine(
        (url) => !new URL(url).username && !new URL(url).password,
        'must carry no credentials',
      )
      .nullable()
      .meta({ description: 'https on the main network; null takes the endpoint away' }),
    ...proofInCall,
  })
  .meta({ id: 'NewWebhookEndpoint' })

const readEndpointRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'readWebhookEndpoint',
  right: 'read',
  tag: 'Webhooks',
  summary: 'Read where webhooks go, and whether they arrive',
  answer: { description: 'The endpoint of this network.', schema: WebhookEndpointResource },
  async handle({ caller, dependencies }) {
    return { body: await readWebhookEndpoint(dependencies, caller.owner) }
  },
})

const setEndpointRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setWebhookEndpoint',
  right: 'integrate',
  needsProof: 'inCall',
  tag: 'Webhooks',
  summary: 'Say where webhooks go',
  body: Endpoint,
  answer: { description: 'The endpoint from now on.', schema: z.strictObject({ url: Url }) },
  async handle({ body: { url }, caller: { owner }, audit, dependencies }) {
    const isPlain = url !== null && new URL(url).protocol === 'http:'
    if (isPlain && owner.network === 'MainNet')
      throw badRequest([{ path: 'url', message: 'must be https on the main network' }])
    await setWebhookEndpoint(dependencies, owner, url, audit)
    dependencies.bus.wake('webhook')
    return { body: { url } }
  },
})

const testEndpointRoute = memberRoute({
  method: 'POST',
  path: `${path}/test`,
  operationId: 'testWebhookEndpoint',
  right: 'integrate',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description: 'It goes the way of all events, under each API key.',
  limit: 'resend',
  answer: {
    status: 202,
    description: 'The event is on its way.',
    schema: z.strictObject({ testId: z.string(), url: z.string() }),
  },
  problems: ['NotFound'],
  async handle({ caller: { owner }, dependencies }) {
    const endpoint = await findWebhookEndpoint(dependencies, owner)
    if (!endpoint)
      throw new Problem('NotFound', 'There is no webhook endpoint yet: set its url first.')
    const testId = await enqueueTestEvent(dependencies, owner, endpoint.id)
    await requestProbes(dependencies.database, owner)
    dependencies.bus.wake('event')
    dependencies.bus.wake('webhook')
    return { body: { testId, url: endpoint.url } }
  },
})

export const endpointRoutes: readonly Route[] = [
  readEndpointRoute,
  setEndpointRoute,
  testEndpointRoute,
]
