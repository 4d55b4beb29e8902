/**
 * Says which requests are logged: those that showed the name of an API key, and those that a merchant's people were
 * refused, with what the call itself knows of them. No body is kept, no header but the program's name, and of the query
 * only what the call takes. Decisions 0058 and 0068.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newId } from '../../shared/ids.ts'
import type { Owner } from '../../shared/owner.ts'
import type { ProblemCode } from '../../shared/problems.ts'
import { toStorable } from '../requests/storable-text.ts'
import type { Route } from '../routing/route.ts'
import { requestIdHeader } from './request-id.ts'
import type { RequestLog } from './request-log.ts'
import { timeRequests } from './time-requests.ts'

const pathLengthMax = 1_000
const userAgentLengthMax = 200

type Note = {
  owner: Owner
  /** The key of a server's call; null for a person's. */
  keyName: string | null
  /** The e-mail of the person; null of a server's call. */
  account: string | null
  route: Pick<Route, 'operationId' | 'query'>
  /** Whether only so many a minute are logged: anybody, or anybody's open page, can ask for many. */
  isLimited: boolean
  /** The log of the caller's cell. */
  requestLog: RequestLog
}

const notes = new WeakMap<object, Note>()
const problemCodes = new WeakMap<object, ProblemCode>()

/** Remembers whose request it is, for the log. */
export const noteCaller = (request: object, note: Note): void => void notes.set(request, note)

/** Remembers the problem that a request was answered with. */
export const noteProblem = (request: object, code: ProblemCode): void =>
  void problemCodes.set(request, code)

/** Names every request on its answer and times it, and logs the calls of merchants' servers; writes what waits before the server closes. */
export function logCalls(server: FastifyInstance, logs: readonly RequestLog[]): void {
  timeRequests(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const note = notes.get(request)
    if (note && isLogged(note, reply)) note.requestLog.note(toEntry(request, reply, note), note)
  })
  server.addHook('onClose', async () => {
    await Promise.all(logs.map((log) => log.close()))
  })
}

/** All calls of servers; of people those that they were refused: what they did stands in the audit log. */
const isLogged = ({ account }: Note, { statusCode }: FastifyReply): boolean =>
  account === null || statusCode >= 400

function toEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, keyName, account, route }: Note,
) {
  const createdAt = new Date()
  const { 'user-agent': userAgent } = request.headers
  return {
    ...owner,
    id: newId(createdAt),
    requestId: request.id,
    keyName,
    account,
    operationId: route.operationId,
    method: request.method,
    path: toPath(request, route),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    problemCode: problemCodes.get(request) ?? null,
    isReplayed: reply.getHeader('idempotent-replayed') === 'true',
    address: request.ip ?? '',
    userAgent: userAgent === undefined ? null : toStorable(userAgent).slice(0, userAgentLengthMax),
    createdAt,
  }
}

/** The path, with those parameters that the call has: others may be anything, a secret too. */
function toPath({ url }: FastifyRequest, { query }: Note['route']): string {
  const [path = '', text = ''] = url.split('?', 2)
  if (text === '') return toStorable(path).slice(0, pathLengthMax)
  const known = query instanceof z.ZodObject ? Object.keys(query.shape) : []
  const given = [...new URLSearchParams(text)].filter(([name]) => known.includes(name))
  const parameters = new URLSearchParams(given).toString()
  return toStorable(parameters ? `${path}?${parameters}` : path).slice(0, pathLengthMax)
}
