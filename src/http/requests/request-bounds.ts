/**
 * Bounds what a stranger may send before anything of it is routed, counted, read or decoded: whatever a part is for, the work
 * on it is then bounded as well. Node alone takes a target and headers up to one sum, and looks at nothing in between.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { badRequest, Problem } from '../../shared/problems.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'
import { customerIdLengthMax } from '../schemas/fields.ts'
import { decodePercents } from './query-string.ts'
import { bodyBytesMax } from './request-weight.ts'

const kib = 1024
/** Limits a decoded part between two slashes; the longest is a customer's name. The router refuses longer ones, but counts them for nobody. */
export const pathPartLengthMax = customerIdLengthMax
/** Space for a part of that length in any script, percent-encoded, and the words around it. */
const pathBytesMax = 4 * kib
const targetBytesMax = 16 * kib
/** Space for the address of a payer's page with a name of 10,000 characters, each percent-encoded from four bytes. */
const longTargetBytesMax = 128 * kib
/** A shop writes a name of any script into the address of this page, and of no other; whatever else stands there, payers see it. */
const longTarget = /^\/checkout\/[1-9A-HJ-NP-Za-km-z]{22}\?/
export const bodyTooLarge = `The body is larger than ${bodyBytesMax / kib} KiB.`
/** No call and no page has a use for more. */
export const parametersMax = 100
const headerBytesMax = 8 * kib
const headersBytesMax = 16 * kib
/** What stands before the path where a target names the server as well, as it does for a proxy. */
const wholeAddress = /^https?:\/\/[^/?#]+(?=[^#]*$)/i
/** Node drops whatever comes after 1,000 of them without a word. */
const headersMax = 100
/** What Node reads before it gives up: it counts target and headers together. */
export const headBytesMax = longTargetBytesMax + headersBytesMax

/** The target to find a route by: one that is not taken is refused by whoever answers at the root. */
export const toBoundedUrl = (url: string): string => (faultOfTarget(url) ? '/' : url)

/**
 * Answers 413, 414, 431 or 400 where a request is larger than anything that is asked for, has an address that cannot be read, or says
 * twice whom it is for.
 */
export function refuseLargeRequests(server: FastifyInstance, limiter: RateLimiter): void {
  server.addHook('onRequest', async (request, reply) => {
    const ofBody = faultOfBody(request.raw)
    // What is still to come of it is not waited for.
    if (ofBody) reply.header('connection', 'close')
    const fault = faultOfTarget(request.originalUrl) ?? faultOfHeaders(request.raw) ?? ofBody
    if (!fault) return
    limiter.countFile(request)
    throw fault
  })
}

/** Looks at the length alone first, and decodes only what is short. */
function faultOfTarget(url: string): Problem | null {
  return faultOfLength(url) ?? faultOfParameters(url) ?? faultOfPath(url)
}

const isLongTarget = (url: string): boolean => longTarget.test(url.slice(0, 50))

function faultOfLength(url: string): Problem | null {
  const most = isLongTarget(url) ? longTargetBytesMax : targetBytesMax
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

function faultOfParameters(url: string): Problem | null {
  const start = url.indexOf('?')
  if (start < 0 || isLongTarget(url)) return null
  if (url.slice(start).split('&', parametersMax + 1).length <= parametersMax) return null
  return badRequest([{ path: 'query', message: `has more than ${parametersMax} parameters` }])
}

/** Refuses what the router would refuse by itself, before any hook has counted the request. */
function faultOfPath(url: string): Problem | null {
  if (!url.startsWith('/') && !(wholeAddress.test(url) && URL.canParse(url)))
    return new Problem('BadRequest', 'The address is neither a path nor a whole one of http.')
  const [path = ''] = url.replace(wholeAddress, '').split(/[?#]/, 1)
  for (const part of path.split('/')) {
    const decoded = decodePercents(part)
    if (decoded === null)
      return new Problem(
        'BadRequest',
        'The path is not percent-encoded UTF-8 text, such as caf%C3%A9.',
      )
    if (decoded.length > pathPartLengthMax)
      return new Problem(
        'UriTooLong',
        `A part of the path has more than ${pathPartLengthMax} characters.`,
      )
  }
  return null
}

/** A body that does not say how large it is stops being read where it is too large. */
const faultOfBody = ({ headers }: Pick<IncomingMessage, 'headers'>): Problem | null =>
  Number(headers['content-length'] ?? 0) > bodyBytesMax
    ? new Problem('PayloadTooLarge', bodyTooLarge)
    : null

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
