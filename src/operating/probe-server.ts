/**
 * A small server beside every role, for who watches a process: `/health` says that it is alive, `/ready`
 * that it does its work. It listens from the first moment of the start, on a port that is not meant for
 * the public. Other parts of the service add their paths to it.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { inTime } from '../shared/time.ts'

/** The address that it listens at; null: nowhere. */
export type ProbeSettings = { host: string; port: number } | null

export type ProbeAnswer = {
  status: number
  contentType: string
  body: string
  headers?: Record<string, string>
}

type ProbeHandler = (query: URLSearchParams) => Promise<ProbeAnswer>

export type ProbeServer = {
  /** The address that reaches it; null where it is off. */
  url: string | null
  /**
   * Answers GET of a path, such as `/metrics`, by the handler, and no longer by the one before. A handler
   * that throws, or has no answer after 5 s, is answered for with 500 or 503.
   */
  answer(path: string, handler: ProbeHandler): void
  stop(): Promise<void>
}

/** For a request to arrive, and for a handler to answer it. */
const requestTimeoutMs = 5_000
/** A watcher has one or two connections. */
const connectionsMax = 50
const headerBytesMax = 8 * 1024

type Handlers = Map<string, ProbeHandler>

/** @throws where the address cannot be listened on; says which setting names it */
export async function startProbeServer(settings: ProbeSettings, log: Log): Promise<ProbeServer> {
  const handlers: Handlers = new Map()
  const answer: ProbeServer['answer'] = (path, handler) => void handlers.set(path, handler)
  answer('/health', async () => jsonAnswer(200, { status: 'ok' }))
  answer('/ready', async () => notReady('Still starting.', ['start']))
  if (!settings) return { url: null, answer, stop: async () => {} }
  const server = createServer(
    { requestTimeout: requestTimeoutMs, maxHeaderSize: headerBytesMax },
    (request, response) => void respond(handlers, request, response, log),
  )
  server.maxConnections = connectionsMax
  await listen(server, settings)
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return {
    url: `http://${host}:${port}`,
    answer,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export function jsonAnswer(status: number, body: object): ProbeAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

/** The answer of a process that cannot do its work now, in the form of every problem of the API. */
export function notReady(
  message: string,
  missing: readonly string[],
  advice: readonly string[] = [],
): ProbeAnswer {
  const body = { status: 503, code: 'ServiceUnavailable', message, missing, advice }
  return { ...jsonAnswer(503, body), headers: { 'retry-after': '2' } }
}

async function listen(server: Server, { host, port }: NonNullable<ProbeSettings>): Promise<void> {
  server.listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(
      `the probe server cannot listen on ${host}:${port}: ${errorText(cause)}; PROBE_PORT and PROBE_HOST say where it does`,
      { cause },
    )
  }
}

async function respond(
  handlers: Handlers,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  log: Log,
): Promise<void> {
  const { status, contentType, body, headers } = await answerTo(handlers, method, url, log)
  response.writeHead(status, {
    'content-type': contentType,
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(body)
}

async function answerTo(
  handlers: Handlers,
  method: string,
  url: string,
  log: Log,
): Promise<ProbeAnswer> {
  const [path = '', query = ''] = url.split('?', 2)
  const handler = handlers.get(path)
  if (!handler)
    return jsonAnswer(404, {
      status: 404,
      code: 'NotFound',
      message: `There is nothing at this address. Ask ${[...handlers.keys()].join(', ')}.`,
    })
  if (method !== 'GET' && method !== 'HEAD')
    return {
      ...jsonAnswer(405, { status: 405, code: 'MethodNotAllowed', message: 'Ask by GET.' }),
      headers: { allow: 'GET, HEAD' },
    }
  try {
    const answer = await inTime(handler(new URLSearchParams(query)), requestTimeoutMs)
    return answer ?? notReady(`No answer within ${requestTimeoutMs / 1_000} s.`, ['answer'])
  } catch (error) {
    log.error({ path, error: errorText(error) }, 'the probe server could not answer')
    const message = 'A fault of the service; it is logged.'
    return jsonAnswer(500, { status: 500, code: 'InternalError', message })
  }
}
