/**
 * Server-sent events: answers that stay open. A comment every 15 s keeps proxies from closing them
 * and finds out which listeners have gone; one that reads too slowly is dropped, and reconnects.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { serviceUnavailable } from '../error-answers.ts'
import { every, type Scheduled } from '../../shared/time.ts'

const beatIntervalMs = 15_000
/** After a lost connection, browsers wait as long before they come back. */
const comeBackAfterMs = 2_000
const unsentBytesMax = 256 * 1024

export class EventStreams {
  readonly #open = new Set<EventStream>()
  readonly #beating: Scheduled
  #isClosed = false

  constructor() {
    this.#beating = every(beatIntervalMs, () => this.#beat())
  }

  /** Prepares a stream on the reply; headers go out with its first event. */
  prepare(reply: FastifyReply): EventStream {
    if (this.#isClosed) throw serviceUnavailable('The service is stopping; come back shortly.')
    const stream = new EventStream(reply)
    this.#open.add(stream)
    callWhenGone(reply, () => this.#open.delete(stream))
    return stream
  }

  /** Ends every stream, so that the server can stop. */
  close(): void {
    this.#isClosed = true
    this.#beating.cancel()
    for (const stream of this.#open) stream.end()
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat()
  }
}

/** Calls `act` when the other side has gone or the answer has ended; at once where it has already. */
export function callWhenGone({ raw }: FastifyReply, act: () => void): void {
  if (raw.destroyed) act()
  else raw.once('close', act)
}

export class EventStream {
  readonly #reply: FastifyReply
  readonly #response: ServerResponse

  constructor(reply: FastifyReply) {
    this.#reply = reply
    this.#response = reply.raw
  }

  /** Sends an event whose text has no line breaks, as JSON has none. */
  send(name: string, text: string): void {
    if (!this.#response.headersSent) this.#begin()
    this.#write(`event: ${name}\ndata: ${text}\n\n`)
  }

  beat(): void {
    if (this.#response.headersSent) this.#write(':\n\n')
  }

  end(): void {
    if (this.#response.headersSent) this.#response.end()
  }

  /** Sends a last event and ends. */
  finish(name: string, text: string): void {
    this.send(name, text)
    this.end()
  }

  #begin(): void {
    this.#reply.hijack()
    const headers = this.#reply.getHeaders() as Record<string, string>
    this.#response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // A stream that ends is not to be followed by another request on its connection.
      connection: 'close',
      // Proxies of the nginx family gather answers before they pass them on.
      'x-accel-buffering': 'no',
    })
    this.#response.write(`retry: ${comeBackAfterMs}\n\n`)
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return
    this.#response.write(text)
    if (this.#response.writableLength > unsentBytesMax) this.#response.destroy()
  }
}
