/** Answers what is not even HTTP, or not in time, on the bare socket: as problems, too. */
import type { Socket } from 'node:net'
import { Problem, toProblemBody } from '../shared/problems.ts'

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  socket.end(toHttp(toClientProblem(error.code)))
}

function toClientProblem(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('RequestTimeout', 'The request did not arrive completely in time.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('HeadersTooLarge', 'The headers are larger than 128 KiB.')
  return new Problem('BadRequest', 'This is not a well-formed HTTP request.')
}

function toHttp(problem: Problem): string {
  const body = JSON.stringify(toProblemBody(problem))
  return [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
