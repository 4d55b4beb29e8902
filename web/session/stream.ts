/**
 * Reports what changes, as the service says: server-sent events, read by hand because a browser's own `EventSource`
 * cannot carry a token. A page that slept, lost its network or came back from another app connects anew, because a dead
 * connection looks like a quiet one. Nothing is missed by that: the first event says how everything is now.
 */
import type { SessionClient } from './client.ts'
import { SessionProblem } from './client.ts'
import { EventParser } from './event-parser.ts'

/** The service sends a sign of life every 15 s. */
const silenceMaxMs = 40_000
const reconnectMinMs = 1_000
const reconnectMaxMs = 15_000
/** A shorter loss of connection is not shown: it is usually mended within this time. */
const quietLossMs = 6_000

export type StreamListener = {
  onEvent: (name: string, data: unknown) => void
  onConnection: (isConnected: boolean) => void
}

export class SessionStream {
  readonly #client: Pick<SessionClient, 'openStream'>
  readonly #listener: StreamListener
  readonly #stopped = new AbortController()
  #current: AbortController | null = null
  #waitMs = reconnectMinMs
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #lossTimer: ReturnType<typeof setTimeout> | undefined

  constructor(client: Pick<SessionClient, 'openStream'>, listener: StreamListener) {
    this.#client = client
    this.#listener = listener
  }

  start(): void {
    const { signal } = this.#stopped
    const startOver = () => document.visibilityState === 'visible' && this.#connect()
    document.addEventListener('visibilitychange', startOver, { signal })
    addEventListener('online', startOver, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && startOver(), { signal })
    this.#connect()
  }

  stop(): void {
    this.#stopped.abort()
    this.#current?.abort()
    for (const timer of [this.#reconnectTimer, this.#silenceTimer, this.#lossTimer])
      clearTimeout(timer)
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer)
    this.#current?.abort()
    const current = new AbortController()
    this.#current = current
    void this.#read(current).catch((error: unknown) => this.#lose(current, error))
  }

  async #read(current: AbortController): Promise<void> {
    this.#listenForLife(current)
    const body = await this.#client.openStream(current.signal)
    this.#hear(current)
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const parser = new EventParser(this.#listener.onEvent)
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream has ended')
      this.#hear(current)
      parser.take(decoder.decode(value, { stream: true }))
    }
  }

  #hear(current: AbortController): void {
    if (current.signal.aborted) return
    this.#waitMs = reconnectMinMs
    this.#listenForLife(current)
    clearTimeout(this.#lossTimer)
    this.#lossTimer = undefined
    this.#listener.onConnection(true)
  }

  #listenForLife(current: AbortController): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => current.abort(), silenceMaxMs)
  }

  #lose(current: AbortController, error: unknown): void {
    if (current !== this.#current || this.#stopped.signal.aborted) return
    clearTimeout(this.#silenceTimer)
    // The token opens nothing any more; the client has said so.
    if (error instanceof SessionProblem && error.status === 401) return
    this.#lossTimer ??= setTimeout(() => this.#listener.onConnection(false), quietLossMs)
    this.#reconnectTimer = setTimeout(() => this.#connect(), this.#waitMs)
    this.#waitMs = Math.min(this.#waitMs * 2, reconnectMaxMs)
  }
}
