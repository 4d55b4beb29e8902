/**
 * Lines of an answer that is long in coming: what happens is reported while it happens, and the last line
 * is the answer. As NDJSON, or as server-sent events, whichever `Accept` asks for. A beat goes out
 * while nothing happens, so that neither proxies nor clients give up.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { every, type Scheduled } from '../../shared/time.ts'

const beatEveryMs = 10_000
/** A reader that leaves more unread is dropped; what it asked for goes on. */
const unreadBytesMax = 4 * 1024 * 1024

const forms = {
  'application/x-ndjson': {
    beat: '{}\n',
    write: (_name: string, json: string) => `${json}\n`,
  },
  'text/event-stream': {
    beat: ':\n\n',
    write: (name: string, json: string) => `event: ${name}\ndata: ${json}\n\n`,
  },
} as const
type MediaType = keyof typeof forms
export const streamTypes = Object.keys(forms) as MediaType[]

export class LineStream {
  readonly #reply: FastifyReply
  readonly #mediaType: MediaType
  readonly #beating: Scheduled

  constructor(reply: FastifyReply, mediaType: MediaType) {
    this.#reply = reply
    this.#mediaType = mediaType
    this.#beating = every(beatEveryMs, () => this.#write(forms[mediaType].beat))
  }

  /** Headers are out: whatever follows, problems too, is a line. */
  get hasBegun(): boolean {
    return this.#reply.raw.headersSent
  }

  /** Sends a line; the name is that of a server-sent event. */
  send(name: string, value: unknown): void {
    this.#write(forms[this.#mediaType].write(name, JSON.stringify(value)))
  }

  /** Sends the last line, which is JSON text already, and ends the answer. */
  end(name: string, json: string): void {
    this.#write(forms[this.#mediaType].write(name, json))
    this.stop()
    this.#reply.raw.end()
  }

  /** Ends the beat, where the answer is not a stream after all. */
  stop(): void {
    this.#beating.cancel()
  }

  #write(text: string): void {
    const { raw } = this.#reply
    if (!raw.headersSent) this.#begin()
    if (raw.destroyed || raw.writableEnded) return this.stop()
    raw.write(text)
    if (raw.writableLength > unreadBytesMax) raw.destroy()
  }

  #begin(): void {
    this.#reply.hijack()
    this.#reply.raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': `${this.#mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      // Proxies of the nginx family gather answers before they pass them on.
      'x-accel-buffering': 'no',
    })
  }
}

/** Opens a stream where the caller asks for one. */
export function openLines({ headers }: FastifyRequest, reply: FastifyReply): LineStream | null {
  const wanted = (headers.accept ?? '').toLowerCase()
  const mediaType = streamTypes.find((type) => wanted.includes(type))
  return mediaType ? new LineStream(reply, mediaType) : null
}
