/**
 * Request signatures: hex HMAC-SHA256, under the key's secret, of the timestamp, the
 * method, the request target and the body bytes, with nothing between them.
 *
 * Clients differ in what they take for the target, so three readings count: path and
 * query as sent, the same percent-decoded, and the path alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { decodePercents } from '../requests/query-string.ts'

export type SignedRequest = { method: string; target: string; body: Buffer }

const signaturePattern = /^[0-9a-f]{64}$/i

/** Compares in constant time, and takes the same work whether one of the readings fits or none. */
export function isSignedBy(
  secret: string,
  { method, target, body }: SignedRequest,
  { timestamp, signature }: { timestamp: string; signature: string },
): boolean {
  const isHex = signaturePattern.test(signature)
  const given = Buffer.from(isHex ? signature : '0'.repeat(64), 'hex')
  let isEqual = false
  for (const reading of readings(target)) {
    const hmac = createHmac('sha256', secret)
      .update(timestamp + method + reading)
      .update(body)
    isEqual = timingSafeEqual(hmac.digest(), given) || isEqual
  }
  return isHex && isEqual
}

function readings(target: string): Set<string> {
  const path = target.split('?', 1)[0]!
  return new Set([target, decodePercents(target) ?? target, path, decodePercents(path) ?? path])
}

/** Reads Unix time as clients send it: 10 digits of seconds or 13 of milliseconds; else null. */
export function readTimestampMs(text: string): number | null {
  if (/^[0-9]{10}$/.test(text)) return Number(text) * 1000
  if (/^[0-9]{13}$/.test(text)) return Number(text)
  return null
}
