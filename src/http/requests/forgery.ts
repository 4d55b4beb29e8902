/**
 * Turns down requests that another site made a browser send, with the cookie or the Basic
 * credentials that the browser keeps. The cookie is SameSite=Strict already; this holds where a
 * browser does not know that, and between sites that share a domain.
 */
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problems.ts'

const harmlessMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Makes a hook that takes changes only from the service's own pages, and from scripts. */
export function refuseForgery(baseUrl: string) {
  const ownOrigin = new URL(baseUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    const { origin } = request.headers
    if (harmlessMethods.has(request.method) || origin === undefined) return
    if (origin === ownOrigin || hostOf(origin) === request.headers.host) return
    throw new Problem('Forbidden', `Changes are not taken from pages of '${origin}'.`)
  }
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)
