/**
 * Bounds what a stranger may send before anything of it is routed, counted, read or decoded: whatever a part is for, the work
 * on it is then bounded as well. Node alone takes a target and headers up to one sum, and looks at nothing in between.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { badRequest, Problem } from '../../shared/problems.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import { customerIdLengthMax } from '../schemas/fields.ts'

const kib = 1024
/** Limits a decoded part between two slashes; the longest is a customer's name. */
export const pathPartLengthMax = customerIdLengthMax
/** Space for a part of that length in any script, percent-encoded, and the words around it. */
const pathBytesMax = 4 * kib
const targetBytesMax = 16 * kib
/** Space for the address of a payer's page with a name of 10,000 characters, each percent-encoded from four bytes. */
const longTargetBytesMax = 128 * kib
/** A shop writes a name of any script into the address of this page, and of no other. */
const longTarget = /^\/checkout\/[1-9A-HJ-NP-Za-km-z]{22}\?/
const headerBytesMax = 8 * kib
const headersBytesMax = 16 * kib
/** Node drops whatever comes after 1,000 of them without a word. */
const headersMax = 100
/** What Node reads before it gives up: it counts target and headers together. */
export const headBytesMax = longTargetBytesMax + headersBytesMax

/** The target to find a route by: one that is too long is refused by whoever answers at the root. */
export const toBoundedUrl = (url: string): string => (faultOfTarget(url) ? '/' : url)

/** Answers 414, 431 or 400 where a request is larger than anything that is asked for, or says twice whom it is for. */
export function refuseLargeRequests(server: FastifyInstance, limiter: RateLimiter): void {
  server.addHook('onRequest', async (request) => {
    const fault = faultOfTarget(request.originalUrl) ?? faultOfHeaders(request.raw)
    if (!fault) return
    limiter.countFile(request)
    throw fault
  })
}

function faultOfTarget(url: string): Problem | null {
  const most = longTarget.test(url.slice(0, 50)) ? longTargetBytesMax : targetBytesMax
  if (url.length > most)
    return new Problem(
      'UriTooLong',
      `The address has ${url.length} bytes; the service takes ${most}.`,
    )
  if (url.length <= pathBytesMax || url.lastIndexOf('?', pathBytesMax) >= 0) return null
  return new Problem(
    'UriTooLong',
    `The address has a path of more than ${pathBytesMax} bytes, which is what the service takes.`,
  )
}

function faultOfHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Problem | null {
  if (rawHeaders.length > 2 * headersMax)
    return tooLarge(`There are more than ${headersMax} headers.`)
  let all = 0
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!]
    const bytes = name.length + value.length
    if (bytes > headerBytesMax)
      return tooLarge(
        `The header ${name.slice(0, 50)} has ${bytes} bytes; the service takes ${headerBytesMax}.`,
      )
    all += bytes
    if (name.toLowerCase() === 'host') hosts++
  }
  if (all > headersBytesMax)
    return tooLarge(`The headers have ${all} bytes; the service takes ${headersBytesMax}.`)
  return hosts > 1 ? badRequest([{ path: 'host', message: 'comes more than once' }]) : null
}

const tooLarge = (message: string) => new Problem('HeadersTooLarge', message)
