/**
 * How much a request counts where requests are counted: once for every 8 KiB of it that is begun, since whatever is done with a
 * request takes longer the larger it is. Usual ones count once.
 */
import type { IncomingMessage } from 'node:http'

const kib = 1024
const bytesCountedOnce = 8 * kib
/** Limits a body. Nobody reads more of one, so no request counts for more. */
export const bodyBytesMax = 64 * kib

export type Weighed = {
  raw?: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers'>
  /** Its bytes, once they have been read; before that, what it says of them counts, and as the largest one that says nothing. */
  body?: unknown
}

export function toWeight({ raw, body }: Weighed): number {
  if (!raw) return 1
  const head = raw.rawHeaders.reduce((sum, { length }) => sum + length, raw.url?.length ?? 0)
  const ofBody = Buffer.isBuffer(body) ? body.length : bytesAnnounced(raw.headers)
  return Math.max(1, Math.ceil((head + Math.min(ofBody, bodyBytesMax)) / bytesCountedOnce))
}

function bytesAnnounced(headers: IncomingMessage['headers']): number {
  if (headers['transfer-encoding'] !== undefined) return bodyBytesMax
  return Number(headers['content-length'] ?? 0) || 0
}
