import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureHeaders } from '../../src/webhooks/sign.ts'

const key = { name: 'test_1', secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
const event = { eventId: '1BwRWHZcSwfzWg9yhKUfzB', body: '{"text":"Grüße"}' }
const sentAt = new Date('2026-01-31T12:00:00.999Z')
const headers = signatureHeaders(key, { ...event, sentAt })

test('the digest header of a webhook is the lower-case hexadecimal HMAC-SHA256 of the body under the secret (S6-3, S6-4)', () => {
  expect(headers['x-sp-key']).toBe('test_1')
  expect(headers['x-sp-digest']).toBe(
    createHmac('sha256', key.secret).update(Buffer.from(event.body)).digest('hex'),
  )
})

test('a Standard Webhooks verifier accepts the signature of a webhook, given the secret in its form', () => {
  // docs/webhooks.md writes the secret like this, and the libraries of standardwebhooks.com read it so.
  const written = `whsec_${Buffer.from(key.secret).toString('base64')}`
  const secret = Buffer.from(written.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${event.body}`
  const expected = createHmac('sha256', secret).update(signed).digest()
  const [version, signature = ''] = headers['webhook-signature']!.split(',')

  expect(version).toBe('v1')
  expect(timingSafeEqual(Buffer.from(signature, 'base64'), expected)).toBe(true)
  expect(headers['webhook-id']).toBe(event.eventId)
  expect(headers['webhook-timestamp']).toBe('1769860800')
})
