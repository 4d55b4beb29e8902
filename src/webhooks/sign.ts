/**
 * The headers that prove to a merchant that a webhook is from this service and unchanged: our own
 * digest of the raw body, and the Standard Webhooks headers for off-the-shelf verifiers. Both are keyed
 * with the UTF-8 bytes of the API secret as it was shown.
 */
import { createHmac } from 'node:crypto'

export type WebhookKey = { name: string; secret: string }

/** Makes the headers of one call. `sentAt` is real time, which verifiers compare with theirs. */
export function signatureHeaders(
  key: WebhookKey,
  event: { eventId: string; body: string; sentAt: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(event.sentAt.getTime() / 1000))
  return {
    'x-sp-key': key.name,
    'x-sp-digest': hmac(key.secret, event.body).toString('hex'),
    'webhook-id': event.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(
      key.secret,
      `${event.eventId}.${timestamp}.${event.body}`,
    ).toString('base64')}`,
  }
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
