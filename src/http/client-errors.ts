/** Answers what is not even HTTP, or not in time, on the bare socket: as problems, too. */
import type { Socket } from 'node:net'
import { Problem, toProblemBody } from '../shared/problems.ts'
import { newRequestId } from './request-log/request-id.ts'
import { lengthAdvice } from './requests/json-body.ts'
import { headBytesMax } from './requests/request-bounds.ts'
import { makeSecurityHeaders } from './security-headers.ts'

/** The error as Node gives it; Fastify's types leave fields out. */
type ClientError = Error & { code?: string | undefined; bytesParsed?: number; rawPacket?: unknown }

/** The first byte of a TLS connection. */
const tlsHandshake = 0x16

/** Makes what answers such errors of a service at that address; each ends its connection. */
export function answerClientErrors(baseUrl: string) {
  const headers = Object.entries(makeSecurityHeaders(baseUrl)).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else socket.end(toHttp(toClientProblem(error), headers))
  }
}

function toClientProblem({ code, bytesParsed = 0, rawPacket }: ClientError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('RequestTimeout', 'The request did not arrive completely in time.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem(
      'HeadersTooLarge',
      `Address and headers have more than ${headBytesMax} bytes, which is what the service reads.`,
    )
  if (Buffer.isBuffer(rawPacket) && rawPacket[0] === tlsHandshake)
    return new Problem('BadRequest', 'This port speaks http, not https; a proxy in front adds TLS.')
  const text = 'This is not a well-formed HTTP request.'
  // A body that is longer than it said leaves a rest, which is read as the next request.
  return new Problem('BadRequest', bytesParsed > 0 ? `${text} ${lengthAdvice}` : text)
}

function toHttp(problem: Problem, headers: string[]): string {
  const requestId = newRequestId()
  const body = JSON.stringify({ ...toProblemBody(problem), requestId })
  return [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n')
}
