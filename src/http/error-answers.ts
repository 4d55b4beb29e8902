/**
 * Turns an error into the problem that is answered. A fault of the caller is a 4xx; a part
 * of the service that is away is a 503 to come back after; anything else is a fault of the
 * service, logged in full and answered without a detail of it.
 */
import type { FastifyRequest } from 'fastify'
import { type Log, warnTogether } from '../shared/log.ts'
import { errorText, RetryableError } from '../shared/errors.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { isDatabaseAway } from '../store/database-errors.ts'
import { bodyTooLarge } from './requests/request-bounds.ts'

const retryAfterSeconds = '2'

/** Fastify's own errors, by their code: all of them are of bodies that it could not read. */
const frameworkProblems: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', bodyTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UnsupportedMediaType',
    'Send the body with Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'BadRequest',
    'The body is shorter or longer than Content-Length says; it counts bytes, not characters.',
  ],
}

/** A fault after its caller hung up is logged without its stack: callers must not fill the log. */
export function toProblem(
  error: unknown,
  log: Log,
  request?: Pick<FastifyRequest, 'socket'>,
): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = frameworkProblems[code ?? '']
  if (known) return new Problem(...known)
  if (isCutOff(error)) return new Problem('BadRequest', 'The body ended before all of it had come.')
  if (error instanceof RetryableError || isDatabaseAway(error)) {
    warnTogether(log, { error: String(error) }, 'answered 503: a part of the service is away')
    return serviceUnavailable()
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('BadRequest', 'The request could not be read.')
  if (request?.socket.destroyed)
    log.warn({ error: errorText(error) }, 'a request whose caller had hung up met a fault')
  else log.error({ err: error }, 'answered 500: a request met a fault of the service')
  return new Problem('InternalError', 'Something went wrong in the service; it has been logged.')
}

/** Whether the body of a request could not be read, so that nobody has let its caller in, or counted it. */
export const isOfBody = (error: unknown): boolean =>
  isCutOff(error) || Object.hasOwn(frameworkProblems, String((error as { code?: unknown })?.code))

/** Node's error text for a caller who hung up in mid-body; its code alone could be a database's. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error

export function serviceUnavailable(
  message = 'A part of the service is away. Nothing is lost; try again shortly.',
): Problem {
  return new Problem('ServiceUnavailable', message, {
    headers: { 'retry-after': retryAfterSeconds },
  })
}
