/** A merchant's endpoint: takes webhooks, checks their signatures, and keeps them in order of arrival. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { EventJson } from './merchant.ts'

export type WebhookReceiver = { url: string; received: EventJson[]; stop(): Promise<void> }

export async function startReceiver(key: {
  apiKey: string
  apiSecret: string
}): Promise<WebhookReceiver> {
  const received: EventJson[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const digest = createHmac('sha256', key.apiSecret).update(body).digest('hex')
      assert.equal(request.headers['x-sp-key'], key.apiKey)
      assert.equal(request.headers['x-sp-digest'], digest)
      received.push(JSON.parse(body) as EventJson)
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
