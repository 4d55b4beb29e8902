/** A server that answers as it is told, for what the service does on its bad days only. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Told = {
  status?: number
  headers?: Record<string, string>
  body?: string
  hangs?: true
}
export type Asked = { method: string; target: string; headers: IncomingHttpHeaders; body: string }

/** Starts it; answers come in the order of `told`, and the last of them again and again. */
export async function startStandIn() {
  let asked: Asked[] = []
  let told: Told[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: target = '', headers } = request
      asked.push({ method, target, headers, body })
      const answer = told.length > 1 ? told.shift()! : told[0]!
      if (answer.hangs) return
      response.writeHead(answer.status ?? 200, answer.headers)
      response.end(answer.body ?? '{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Tells it what to answer from now on, and answers what it is asked from now on. */
    tell(...answers: Told[]): Asked[] {
      told = answers
      asked = []
      return asked
    },
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export const problem = (status: number, code: string, more: object = {}) => ({
  status,
  body: JSON.stringify({ status, code, message: `what ${code} says`, ...more }),
})
