/** A node in front of the real one that can be told to misbehave. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Request = { id: number; method: string; params: unknown[] }
/** `status`, `headers` and `body` where HTTP itself answers otherwise than with 200 and JSON. */
export type Answer = {
  result?: unknown
  error?: object
  status?: number
  headers?: Record<string, string>
  body?: string
}
/** Answers a request in the node's place, or returns `undefined` to pass it on. */
export type Behaviour = (
  request: Request,
  pass: (changed?: Partial<Request>) => Promise<Answer>,
) => Promise<Answer | undefined> | undefined

export async function startRpcProxy(targetUrl: () => string) {
  const proxy = {
    url: '',
    /** Answers with HTTP 503 while this is true. */
    isDown: false,
    behaviour: (() => undefined) as Behaviour,
    requests: 0,
    /** The headers of the last request. */
    headers: {} as IncomingHttpHeaders,
    /** The path of the last request. */
    path: '',
    stop: () => Promise.resolve(),
  }
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      // A caller who hangs up before the whole request has come waits for no answer.
      const text = await textOf(incoming).catch(() => null)
      if (text === null) return
      const request: Request = { params: [], ...JSON.parse(text) }
      proxy.requests++
      proxy.headers = incoming.headers
      proxy.path = incoming.url ?? ''
      if (proxy.isDown) return outgoing.writeHead(503).end()
      const pass = (changed: Partial<Request> = {}) => ask(targetUrl(), { ...request, ...changed })
      const answer = (await proxy.behaviour(request, pass)) ?? (await pass())
      const { status = 200, headers = {}, body, ...rest } = answer
      const json = JSON.stringify({ ...rest, jsonrpc: '2.0', id: request.id })
      const type = { 'content-type': body === undefined ? 'application/json' : 'text/html' }
      return outgoing.writeHead(status, { ...type, ...headers }).end(body ?? json)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxy.stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return proxy
}

export type RpcProxy = Awaited<ReturnType<typeof startRpcProxy>>

async function ask(url: string, request: Request): Promise<Answer> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...request }),
  }
  try {
    const answer = await fetch(url, init)
    return (await answer.json()) as Answer
  } catch {
    // The node is gone, in the middle of a test or at its end.
    return { status: 502, body: '' }
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}
