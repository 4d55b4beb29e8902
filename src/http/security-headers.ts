/**
 * The headers that every answer carries. An API answer is data: no browser may frame
 * it, sniff it, or keep it. A page states its own policy instead.
 */
import type { FastifyInstance } from 'fastify'

const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
const oneYearSeconds = 31_536_000

export function addSecurityHeaders(server: FastifyInstance, baseUrl: string): void {
  const isEncrypted = new URL(baseUrl).protocol === 'https:'
  const headers = {
    ...apiHeaders,
    ...(isEncrypted && { 'strict-transport-security': `max-age=${oneYearSeconds}` }),
  }
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}
