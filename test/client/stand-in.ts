/** A server whose answers are prepared, for what the service does on its bad days only. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type PreparedAnswer = {
  status?: number
  headers?: Record<string, string>
  body?: string
  hangs?: true
}
export type ReceivedRequest = {
  method: string
  target: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts it; its answers come in the order of `answerWith`, and the last of them again and again. */
export async function startStandIn() {
  let received: ReceivedRequest[] = []
  let oneCame = Promise.withResolvers<void>()
  let answers: PreparedAnswer[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: target = '', headers } = request
      received.push({ method, target, headers, body })
      oneCame.resolve()
      oneCame = Promise.withResolvers()
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      if (answer.hangs) return
      response.writeHead(answer.status ?? 200, answer.headers)
      response.end(answer.body ?? '{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Prepares the answers from now on, and returns the list of the requests that come from now on. */
    answerWith(...prepared: PreparedAnswer[]): ReceivedRequest[] {
      answers = prepared
      received = []
      return received
    },
    /** Resolves when so many requests have come since `answerWith`. */
    async hasReceived(count: number): Promise<void> {
      while (received.length < count) await oneCame.promise
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
