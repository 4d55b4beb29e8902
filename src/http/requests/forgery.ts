/**
 * Turns down requests that another site made a browser send, with the cookie or the Basic
 * credentials that the browser keeps. The cookie is SameSite=Strict already; this holds where a
 * browser does not know that, and between sites that share a domain.
 */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problems.ts'

const harmlessMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Makes a hook that takes changes only from the service's own pages, and from scripts. */
export function refuseForgery(baseUrl: string) {
  const { origin: ownOrigin, hostname } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || isAddress(hostname)
  return async (request: FastifyRequest): Promise<void> => {
    const { origin } = request.headers
    if (harmlessMethods.has(request.method) || origin === undefined) return
    if (origin === ownOrigin || (isLocal && isSameMachine(origin, request.headers.host))) return
    throw new Problem('Forbidden', `Changes are not taken from pages of '${origin.slice(0, 200)}'.`)
  }
}

/**
 * Without a name of its own the service is reached by any address of its machine. Names are not
 * taken: whoever owns one can let it lead here, and `Host` then says what the page's origin says.
 */
function isSameMachine(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const own = new URL(origin)
  return own.host === host && (own.hostname === 'localhost' || isAddress(own.hostname))
}

const isAddress = (hostname: string) => isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
