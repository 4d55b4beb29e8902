/**
 * Problems in the form of RFC 9457, for those who ask for `application/problem+json`: the fields of
 * every problem, and beside them the standard's own. Everybody else gets what they always got.
 */
import type { FastifyInstance } from 'fastify'
import type { ProblemCode } from '../shared/problems.ts'

const problemType = 'application/problem+json'
const instanceLengthMax = 500

/** The anchor of a code in the guide of errors. */
export const anchorOf = (code: string): string => `problem-${code}`

/** Rewrites the problems of this server on their way out. */
export function offerProblemDetails(server: FastifyInstance, baseUrl: string): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const isProblem =
      reply.statusCode >= 400 &&
      typeof payload === 'string' &&
      String(reply.getHeader('content-type')).startsWith('application/json')
    if (!isProblem) return payload
    const others = reply.getHeader('vary')
    reply.header('vary', others === undefined ? 'Accept' : `${String(others)}, Accept`)
    if (!asksForDetails(request.headers.accept)) return payload
    reply.type(`${problemType}; charset=utf-8`).removeHeader('content-length')
    return JSON.stringify(toDetails(JSON.parse(payload) as ProblemBody, request.url, baseUrl))
  })
}

type ProblemBody = { status: number; code: ProblemCode; message: string }

/** `type`, `title`, `status`, `detail` and `instance` are RFC 9457's. */
function toDetails(body: ProblemBody, target: string, baseUrl: string) {
  const { code, message } = body
  const instance = target.split('?', 1)[0]!.slice(0, instanceLengthMax)
  const type = `${baseUrl.replace(/\/$/, '')}/docs/guides/api#${anchorOf(code)}`
  return { type, title: toTitle(code), detail: message, instance, ...body }
}

/** `PlanNotActive` becomes `Plan not active`. */
const toTitle = (code: string): string =>
  code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Whether a header such as `application/problem+json, application/json;q=0.5` names the type. */
const asksForDetails = (accept = ''): boolean =>
  accept.split(',').some((range) => range.split(';', 1)[0]!.trim().toLowerCase() === problemType)
