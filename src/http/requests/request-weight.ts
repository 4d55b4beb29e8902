/**
 * How much a request counts where requests are counted: once for every 8 KiB of it that is begun, since whatever is done with a
 * request takes longer the larger it is. Usual ones count once.
 */
import type { IncomingMessage } from 'node:http'

const bytesCountedOnce = 8 * 1024

export type Weighed = {
  raw?: Pick<IncomingMessage, 'url' | 'rawHeaders' | 'headers'>
  /** Its bytes, once they have been read; before that, what it says of them counts. */
  body?: unknown
}

export function toWeight({ raw, body }: Weighed): number {
  if (!raw) return 1
  const head = raw.rawHeaders.reduce((sum, { length }) => sum + length, raw.url?.length ?? 0)
  const ofBody = Buffer.isBuffer(body) ? body.length : Number(raw.headers['content-length'] ?? 0)
  return Math.max(1, Math.ceil((head + (ofBody || 0)) / bytesCountedOnce))
}
