/**
 * Your first webhook, beside a running service (`npm start`):
 *
 *     npm run first-webhook
 *
 * It takes webhooks on a port of its own, asks for a payment, and prints the event that tells of it,
 * once its signature is verified. In a project of yours the client comes from '@mandate/node'.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createMandate, type Event } from '../packages/node/src/index.ts'
import { readDevJson } from './client/dev-json.ts'

const { baseUrl, merchant, chains } = readDevJson(process.env['DATA_DIR'] ?? '.data')
const mandate = createMandate({ baseUrl, ...merchant })

// The endpoint: nothing is believed that is not signed, and the answer comes before the work.
const arrived = Promise.withResolvers<Event>()
const server = createServer((request, response) => {
  buffer(request)
    .then((rawBody) => mandate.webhooks.unwrap(rawBody, request.headers))
    .then((event) => {
      response.writeHead(204).end()
      arrived.resolve(event)
    })
    .catch((error: Error) => response.writeHead(401).end(error.message))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`

// Where webhooks go is said in the dashboard, by somebody who is logged in and proves it once more.
const dashboard = (method: string, path: string, body: object | null, cookie = '') =>
  fetch(`${baseUrl}/dashboard/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: body && JSON.stringify(body),
  })
const { email, password } = merchant
const login = await dashboard('POST', '/login', { email, password })
const cookie = login.headers
  .getSetCookie()
  .map((text) => text.split(';')[0])
  .join('; ')
const endpoint = '/test/webhook-endpoint'
const before = (await (await dashboard('GET', endpoint, null, cookie)).json()) as {
  url: string | null
}
const saved = await dashboard('PUT', endpoint, { url, proof: { password } }, cookie)
if (!saved.ok) throw new Error(`the endpoint was not taken: ${await saved.text()}`)
console.log(`webhooks go to ${url}`)

const { now } = await mandate.testClock.read()
const payment = await mandate.payments.create({
  amount: { value: '10', currency: chains[0]!.assets[0]!.code },
  expiresAt: new Date(Date.parse(now) + 3_600_000),
  metadata: { order: 4711 },
})
console.log(`a payer pays at ${payment.checkoutUrl}`)

const waitedMsMax = 60_000
const tooLate = setTimeout(
  () => arrived.reject(new Error(`no webhook came within ${waitedMsMax / 1_000} s`)),
  waitedMsMax,
)
try {
  const event = await arrived.promise
  console.log(`verified: ${event.eventType} ${event.eventId}`)
  console.log(JSON.stringify(event, null, 2))
} finally {
  clearTimeout(tooLate)
  // Nobody listens on this port any more: webhooks go where they went before.
  await dashboard('PUT', endpoint, { url: before.url, proof: { password } }, cookie)
  server.close()
}
