import type { FastifyReply } from 'fastify'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A stream that ends is not to be followed by another request on its connection.
  connection: 'close',
}
/** After a lost connection, browsers wait as long before they come back. */
const comeBackAfterMs = 2_000
const unreadBytesMax = 256 * 1024

/** The text has no line breaks, as JSON has none. */
export type ServerSentEvent = { name: string; text: string }

export const writeEvent = ({ name, text }: ServerSentEvent): string =>
  `event: ${name}\ndata: ${text}\n\n`
/** A comment: it keeps proxies from closing the stream, and finds out whether the reader has gone. */
export const eventBeat = ':\n\n'

/** An answer that is sent while it is being written. A reader that leaves too much unread is dropped. */
export class OpenAnswer {
  readonly #reply: FastifyReply
  readonly #headers: Record<string, string>
  readonly #unreadBytesMax: number

  constructor(reply: FastifyReply, headers: Record<string, string>, unreadBytesMax: number) {
    this.#reply = reply
    this.#headers = headers
    this.#unreadBytesMax = unreadBytesMax
  }

  /** Headers are out: whatever follows, problems too, is part of the answer. */
  get hasBegun(): boolean {
    return this.#reply.raw.headersSent
  }

  /** Calls `act` when the reader has gone or the answer has ended; at once where it has already. */
  whenGone(act: () => void): void {
    const { raw } = this.#reply
    if (raw.destroyed) act()
    else raw.once('close', act)
  }

  write(text: string): void {
    const { raw } = this.#reply
    if (!this.hasBegun) this.#begin()
    if (raw.destroyed || raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > this.#unreadBytesMax) raw.destroy()
  }

  close(): void {
    if (this.hasBegun) this.#reply.raw.end()
  }

  #begin(): void {
    this.#reply.hijack()
    this.#reply.raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      ...this.#headers,
      // Proxies of the nginx family gather answers before they pass them on.
      'x-accel-buffering': 'no',
    })
  }
}

/** Server-sent events. Nothing goes out before the first, in whose place there may be a problem. */
export class EventStream extends OpenAnswer {
  constructor(reply: FastifyReply) {
    super(reply, headers, unreadBytesMax)
  }

  send(event: ServerSentEvent): void {
    if (!this.hasBegun) this.write(`retry: ${comeBackAfterMs}\n\n`)
    this.write(writeEvent(event))
  }

  beat(): void {
    if (this.hasBegun) this.write(eventBeat)
  }
}
