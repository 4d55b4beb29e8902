/**
 * Lines of an answer that is long in coming: what happens is reported while it happens, and the last line
 * is the answer. As NDJSON, or as server-sent events, whichever `Accept` asks for. A beat goes out
 * while nothing happens, so that neither proxies nor clients give up.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { every, type Scheduled } from '../../shared/time.ts'
import { eventBeat, OpenAnswer, type ServerSentEvent, writeEvent } from '../live/event-stream.ts'

const beatEveryMs = 10_000
/** What a reader asked for goes on, though it is dropped. */
const unreadBytesMax = 4 * 1024 * 1024

const forms = {
  'application/x-ndjson': { beat: '{}\n', write: ({ text }: ServerSentEvent) => `${text}\n` },
  'text/event-stream': { beat: eventBeat, write: writeEvent },
} as const
type MediaType = keyof typeof forms
export const streamTypes = Object.keys(forms) as MediaType[]

export class LineStream extends OpenAnswer {
  readonly #form: (typeof forms)[MediaType]
  readonly #beating: Scheduled

  constructor(reply: FastifyReply, mediaType: MediaType) {
    const headers = {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
    }
    super(reply, headers, unreadBytesMax)
    this.#form = forms[mediaType]
    this.#beating = every(beatEveryMs, () => this.write(this.#form.beat))
    this.whenGone(() => this.stop())
  }

  /** Sends a line; the name is that of a server-sent event. */
  send(name: string, value: unknown): void {
    this.write(this.#form.write({ name, text: JSON.stringify(value) }))
  }

  /** Sends the last line, which is JSON text already, and ends the answer. */
  end(name: string, text: string): void {
    this.write(this.#form.write({ name, text }))
    this.close()
  }

  /** Ends the beat, where the answer is not a stream after all. */
  stop(): void {
    this.#beating.cancel()
  }
}

/** Opens a stream where the caller asks for one. */
export function openLines({ headers }: FastifyRequest, reply: FastifyReply): LineStream | null {
  const wanted = (headers.accept ?? '').toLowerCase()
  const mediaType = streamTypes.find((type) => wanted.includes(type))
  return mediaType ? new LineStream(reply, mediaType) : null
}
