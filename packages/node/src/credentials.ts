/** Proves to the API who calls: by the secret itself (Basic), or by a signature made with it. */
import type { Request } from './call.ts'
import { type HmacKey, importKey, signBytes, toBase64, toBytes, toHex } from './hmac.ts'

/** The name of an API key and its secret, as the dashboard showed them. */
export type ApiKey = { apiKey: string; apiSecret: string }

/** Makes the headers that prove one attempt of a request. */
export type Prove = (
  request: Pick<Request, 'verb' | 'target' | 'body'>,
) => Promise<Record<string, string>>

/** Sends name and secret with every call: right over https and within one machine. */
export function proveByBasic({ apiKey, apiSecret }: ApiKey): Prove {
  const authorization = `Basic ${toBase64(toBytes(`${apiKey}:${apiSecret}`))}`
  return async () => ({ authorization })
}

/**
 * Signs every attempt: the secret never travels, and no signature serves twice. The service refuses
 * a clock that is more than 300 s from its own.
 */
export function proveBySignature({ apiKey, apiSecret }: ApiKey): Prove {
  let key: Promise<HmacKey> | undefined
  let lastMs = 0
  return async ({ verb, target, body = '' }) => {
    key ??= importKey(apiSecret)
    // Two requests that are alike, within a millisecond, would have one signature, which counts for few requests.
    lastMs = Math.max(Date.now(), lastMs + 1)
    const timestamp = String(lastMs)
    const signature = await signBytes(await key, toBytes(timestamp + verb + target + body))
    return { 'x-api-key': apiKey, 'x-api-ts': timestamp, 'x-api-sig': toHex(signature) }
  }
}
