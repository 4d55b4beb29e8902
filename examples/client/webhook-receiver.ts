/** A merchant's endpoint: takes webhooks, checks their signatures, and keeps them in order of arrival. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createWebhooks } from '../../packages/node/src/index.ts'
import type { EventJson } from './merchant.ts'

export type WebhookReceiver = { url: string; received: EventJson[]; stop(): Promise<void> }

export async function startReceiver(key: {
  apiKey: string
  apiSecret: string
}): Promise<WebhookReceiver> {
  const received: EventJson[] = []
  const webhooks = createWebhooks({ secrets: { [key.apiKey]: key.apiSecret } })
  const server = createServer((request, response) => {
    void buffer(request)
      .then((rawBody) => webhooks.unwrap(rawBody, request.headers))
      .then((event) => {
        received.push(event as EventJson)
        response.end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
