/** The webhook endpoint as its owner sees it: whether it answers, since when, and what waits for it. */
import { z } from 'zod'
import { Time } from './fields.ts'

const KeyStatus = z.enum(['Answering', 'Failing', 'Down'])

const EndpointKey = z
  .strictObject({
    apiKey: z.string(),
    status: KeyStatus.meta({
      description:
        '`Failing`: the last attempt failed, and everything is still sent. `Down`: only probes go out',
    }),
    since: Time.nullable().meta({
      description: 'Since when it answers again, or fails; null where it never failed',
    }),
    lastFailure: z
      .strictObject({ error: z.string().meta({ examples: ['answered 500'] }), at: Time })
      .nullable(),
    waiting: z.int().meta({ description: 'The deliveries that have still to arrive' }),
    waitingSince: Time.nullable().meta({ description: 'Since when the oldest of them waits' }),
    nextProbeAt: Time.nullable().meta({ description: 'When a `Down` one is tried next' }),
  })
  .meta({ id: 'EndpointUnderKey', description: 'How the endpoint does under one API key.' })
export type EndpointKey = z.infer<typeof EndpointKey>

export const WebhookEndpointResource = z
  .strictObject({
    url: z.string().nullable().meta({ description: 'Null where there is none' }),
    updatedAt: Time.nullable(),
    status: z
      .enum(['NotSet', 'Answering', 'Failing', 'Down'])
      .meta({ description: 'The worst of its keys' }),
    waiting: z.int().meta({ description: 'The deliveries that have still to arrive, of all keys' }),
    keys: z.array(EndpointKey),
  })
  .meta({ id: 'WebhookEndpoint', description: 'Where webhooks go, and how it does.' })
export type WebhookEndpointResource = z.infer<typeof WebhookEndpointResource>
