/** An endpoint for webhooks on this machine that answers as it is told, or only later. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isLoopback, toUrlHost } from '../hosts.ts'

export type Answers = 200 | 500 | 'later'

/** A call as it came. */
export type Call = { body: Buffer; headers: IncomingHttpHeaders }

/** Under which name or address a service reaches the receivers of this machine. */
const { PATHS_RECEIVER_HOST } = process.env

export class AnsweringReceiver {
  answers: Answers = 200
  /** Counts the calls. */
  calls = 0
  readonly #host: string
  readonly #take: (call: Call) => unknown
  readonly #waiting: ServerResponse[] = []
  readonly #server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      this.calls++
      await this.#take({ body, headers: request.headers })
      if (this.answers === 'later') this.#waiting.push(response)
      else response.writeHead(this.answers).end()
    })
  })

  /** `take` is given each call before it is answered. */
  constructor(
    take: (call: Call) => unknown = () => undefined,
    host = PATHS_RECEIVER_HOST ?? '127.0.0.1',
  ) {
    this.#take = take
    this.#host = host
  }

  /** Listens where its host is an address of this machine alone only there, and else on every interface. */
  async start(): Promise<string> {
    const place = isLoopback(this.#host) ? { host: this.#host } : {}
    await new Promise<void>((resolve, reject) => {
      const fail = (cause: Error) =>
        reject(
          new Error(`This machine cannot listen at ${this.#host}: ${cause.message}.`, { cause }),
        )
      this.#server.once('error', fail).listen({ port: 0, ...place }, resolve)
    })
    const { port } = this.#server.address() as AddressInfo
    return `http://${toUrlHost(this.#host)}:${port}/hooks`
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Answers 200 to the calls that wait for it. */
  answerWaiting(): void {
    for (const response of this.#waiting.splice(0)) response.writeHead(200).end()
  }

  stop(): Promise<void> {
    this.answerWaiting()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
