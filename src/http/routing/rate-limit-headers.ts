/**
 * Tells callers how far they are from their limits, by the headers of the IETF's draft on rate limits
 * (draft-ietf-httpapi-ratelimit-headers-10): `RateLimit-Policy: "merchant";q=2000;w=1` and
 * `RateLimit: "merchant";r=1999;t=1`.
 */
import type { FastifyInstance } from 'fastify'

/** Describes one limit: `left` requests of `max` until `resetSeconds` from now. */
export type LimitNote = {
  policy: string
  max: number
  windowSeconds: number
  left: number
  resetSeconds: number
}

const notes = new WeakMap<object, LimitNote[]>()

/** Remembers how a request stands, for its answer. */
export function noteLimit(request: object, note: LimitNote): void {
  const others = (notes.get(request) ?? []).filter(({ policy }) => policy !== note.policy)
  notes.set(request, [...others, note])
}

export function addRateLimitHeaders(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    const told = notes.get(request)
    if (!told) return
    reply.header(
      'ratelimit-policy',
      join(told, ({ max, windowSeconds: w }) => `q=${max};w=${w}`),
    )
    reply.header(
      'ratelimit',
      join(told, ({ left, resetSeconds: t }) => `r=${left};t=${t}`),
    )
  })
}

const join = (told: LimitNote[], write: (note: LimitNote) => string): string =>
  told.map((note) => `"${note.policy}";${write(note)}`).join(', ')
