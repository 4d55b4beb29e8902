/**
 * A webhook endpoint in plain Node, to copy from:
 *
 *     API_KEY=test_… API_SECRET=… node examples/verify-webhook.mjs
 *
 * It believes nothing that is not signed, answers before it works, and notices repetitions.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const toleranceSeconds = 300

/**
 * Tells whether a call was signed with your secret. `body` is the raw body, as bytes: JSON that was
 * parsed and written again is another text.
 */
export function isSigned(headers, body, secret) {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  return isSame(headers['x-sp-digest'], digest)
}

/** The same with the Standard Webhooks headers, which sign the time too: an old call is no longer good. */
export function isSignedNow(headers, body, secret, now = Date.now()) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  } = headers
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) return false
  const signed = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
  const expected = `v1,${signed.digest('base64')}`
  return (signatures ?? '').split(' ').some((signature) => isSame(signature, expected))
}

/** Compares in a time that does not depend on where the texts differ. */
function isSame(given, expected) {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Keep these in your database: an event may come again, also after a restart of yours, or after a restore of the service. */
const seen = new Set()

async function receive(request, response) {
  const { API_KEY: key, API_SECRET: secret } = process.env
  const { headers } = request
  const body = await buffer(request)
  if (
    headers['x-sp-key'] !== key ||
    !isSigned(headers, body, secret) ||
    !isSignedNow(headers, body, secret)
  )
    return response.writeHead(401).end('not signed with my key')

  const event = JSON.parse(body)
  const isRepeated = seen.has(event.eventId)
  seen.add(event.eventId)
  response.writeHead(204).end()
  if (!isRepeated) console.log(`${event.eventType} ${event.sequence} ${event.eventId}`)
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(500).end())
})
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () =>
  console.log(`waiting for webhooks at http://127.0.0.1:${server.address().port}/`),
)
