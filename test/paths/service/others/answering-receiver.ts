/** An endpoint for webhooks that answers as it is told, or only later. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Answers = 200 | 500 | 'later'

export class AnsweringReceiver {
  answers: Answers = 200
  /** How many calls came. */
  calls = 0
  readonly #waiting: ServerResponse[] = []
  readonly #server = createServer((request, response) => {
    void buffer(request).then(() => {
      this.calls++
      if (this.answers === 'later') this.#waiting.push(response)
      else response.writeHead(this.answers).end()
    })
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`
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
