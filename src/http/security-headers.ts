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

type PageNeeds = {
  origins?: readonly string[]
  frameOrigins?: readonly string[]
  /** Hashes of the styles that stand in the page itself. */
  styleHashes?: readonly string[]
  /** Whether elements may have a style of their own, which can neither choose others nor load from elsewhere. */
  styleAttributes?: boolean
}

/**
 * A page with scripts: its own ones alone, talking to this service alone, or to the other origins
 * that are named, and framed by nobody, or by pages of the origins that are named. Wallets bring
 * icons as data.
 */
export const makePageHeaders = ({
  origins = [],
  frameOrigins = [],
  styleHashes = [],
  styleAttributes = false,
}: PageNeeds = {}) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    ...(styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    ['frame-ancestors', ...(frameOrigins.length > 0 ? frameOrigins : ["'none'"])].join(' '),
  ].join('; '),
})
export const pageHeaders = makePageHeaders()

/** A page without scripts, whose form goes to the service, which may lead on to another page of it. */
export const formHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}
const oneYearSeconds = 31_536_000

/** The headers of every answer of a service at that address. */
export function makeSecurityHeaders(baseUrl: string): Record<string, string> {
  const isEncrypted = new URL(baseUrl).protocol === 'https:'
  return {
    ...apiHeaders,
    ...(isEncrypted && { 'strict-transport-security': `max-age=${oneYearSeconds}` }),
  }
}

export function addSecurityHeaders(server: FastifyInstance, baseUrl: string): void {
  const headers = makeSecurityHeaders(baseUrl)
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}
