/**
 * Endpoints of merchants, in a process of their own: each answers 204 after a delay, or never. They note what came and
 * when, and judge afterwards whether all of it came, and in order within each resource.
 */
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTls } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { certificate, privateKey } from '../../test/webhooks/self-signed.ts'
import { serveProgram } from '../programs.ts'

export type Endpoint = {
  /** From the request to its answer; null: it is never answered. */
  answerAfterMs: number | null
  /** By TLS; `http2` where it offers that too. */
  security?: 'tls' | 'http2'
}
export type ReceiverSettings = Endpoint[]
export type ReceiverRequest =
  | 'urls'
  | 'forget'
  /** How many different webhooks have come to the first so many endpoints. */
  | { count: number }
  | { summarise: number }

/** What came to the first endpoints; moments are those of the machine, in milliseconds. */
export type Summary = {
  calls: number
  distinct: number
  outOfOrder: number
  connections: number
  firstAt: number
  lastAt: number
  /** When each resource was heard of first, by its id. */
  heardAt: Record<string, number>
}

type Arrival = { at: number; body: string }

/** What one endpoint was sent: the first call of each webhook. */
class Recorded {
  arrivals = new Map<string, Arrival>()
  calls = 0
  connections = 0

  forget(): void {
    this.arrivals = new Map()
    this.calls = 0
  }
}

serveProgram<ReceiverSettings>(async (endpoints) => {
  const recorded = endpoints.map(() => new Recorded())
  const servers = await Promise.all(
    endpoints.map((endpoint, place) => listen(endpoint, recorded[place]!)),
  )
  return {
    async answer(request: ReceiverRequest): Promise<string[] | number | Summary> {
      if (request === 'urls')
        return servers.map((server, place) => urlOf(server, endpoints[place]!.security))
      if (request === 'forget') {
        for (const one of recorded) one.forget()
        return 0
      }
      if ('count' in request)
        return recorded
          .slice(0, request.count)
          .reduce((total, { arrivals }) => total + arrivals.size, 0)
      return summarise(recorded.slice(0, request.summarise))
    },
    async close() {
      for (const server of servers) server.close()
    },
  }
})

async function listen({ answerAfterMs, security }: Endpoint, recorded: Recorded): Promise<Server> {
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const id = String(request.headers['webhook-id'])
      recorded.calls++
      const at = performance.timeOrigin + performance.now()
      if (!recorded.arrivals.has(id)) recorded.arrivals.set(id, { at, body })
      if (answerAfterMs === null) return
      const answer = () => void response.writeHead(204).end()
      if (answerAfterMs === 0) answer()
      else setTimeout(answer, answerAfterMs)
    })
  }
  const identity = { cert: certificate, key: privateKey }
  const kept = { keepAliveTimeout: 30_000 }
  const server: Server =
    security === 'http2'
      ? createSecureServer({ ...identity, allowHTTP1: true }, handle as never)
      : security === 'tls'
        ? createTls({ ...identity, ...kept }, handle)
        : createPlain(kept, handle)
  server.on(security ? 'secureConnection' : 'connection', () => recorded.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const urlOf = (server: Server, security: Endpoint['security']): string => {
  const { port } = server.address() as AddressInfo
  return security ? `https://localhost:${port}/hook` : `http://127.0.0.1:${port}/hook`
}

function summarise(all: Recorded[]): Summary {
  const heardAt: Record<string, number> = {}
  const lastOf = new Map<string, number>()
  let outOfOrder = 0
  const arrivals = all.flatMap((one) => [...one.arrivals.values()])
  for (const { at, body } of arrivals) {
    const { sequence, payment } = JSON.parse(body) as Body
    // What is told of a shop's plan comes besides.
    if (!payment) continue
    const last = lastOf.get(payment.id) ?? 0
    if (sequence <= last) outOfOrder++
    lastOf.set(payment.id, Math.max(sequence, last))
    heardAt[payment.id] ??= at
  }
  const moments = arrivals.map(({ at }) => at)
  return {
    calls: all.reduce((total, { calls }) => total + calls, 0),
    distinct: arrivals.length,
    outOfOrder,
    connections: all.reduce((total, { connections }) => total + connections, 0),
    firstAt: moments.reduce((least, at) => Math.min(least, at), Infinity),
    lastAt: moments.reduce((most, at) => Math.max(most, at), 0),
    heardAt,
  }
}

type Body = { sequence: number; payment?: { id: string } }
