/** The headers of a webhook's call, as the service makes them. */
import { type HmacKey, importKey, signBytes, toBase64, toBytes, toHex } from './hmac.ts'
import type { ApiKey } from './credentials.ts'

const keys = new Map<string, Promise<HmacKey>>()

/** Signs a body by both schemes, for one call; `sentAtMs` is the time that the signature says. */
export async function signWebhook(
  { apiKey, apiSecret }: ApiKey,
  { eventId, body, sentAtMs = Date.now() }: { eventId: string; body: string; sentAtMs?: number },
) {
  const imported = keys.get(apiSecret) ?? importKey(apiSecret)
  keys.set(apiSecret, imported)
  const key = await imported
  const timestamp = String(Math.floor(sentAtMs / 1_000))
  const signature = await signBytes(key, toBytes(`${eventId}.${timestamp}.${body}`))
  return {
    'x-sp-key': apiKey,
    'x-sp-digest': toHex(await signBytes(key, toBytes(body))),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(signature)}`,
  }
}
