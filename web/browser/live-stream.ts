/**
 * Keeps a page current by the service's events, and by asking while none come: something in between may let no stream
 * through. Server-sent events are read by hand, because a browser's own `EventSource` cannot carry a token. A page that
 * slept, lost its network or came back from another app connects anew, because a dead connection looks like a quiet one.
 * Nothing is missed by that: the first event says how everything is now.
 */
import { parseEvents } from './event-parser.ts'

/** The service sends a sign of life every 15 s. */
const silenceMaxMs = 35_000
const reconnectMinMs = 1_000
const reconnectMaxMs = 15_000
const askAgainMs = 4_000
/** A shorter loss of connection is not shown: it is usually mended within this time. */
const quietLossMs = 6_000

export type LiveSource = {
  /** Rejects where the service does not answer with a stream. */
  open: (signal: AbortSignal) => Promise<Response>
  /** The name of the events that `onData` takes; there may be others. */
  event: string
  onData: (data: unknown) => void
  /** Asks for what the next event would say. Absent where the page reads in turn anyway. */
  ask?: () => Promise<unknown>
  onConnection: (isConnected: boolean) => void
}

/** Follows until the returned function is called. A page calls it once its session has ended: no stream opens any more. */
export function followLive(source: LiveSource): () => void {
  const stream = new LiveStream(source)
  return () => stream.stop()
}

/** While there is a stream, for a sign of life; between two, for the next one. */
type Wait = 'stream' | 'ask' | 'loss'

class LiveStream {
  readonly #source: LiveSource
  readonly #stopped = new AbortController()
  readonly #timers = new Map<Wait, ReturnType<typeof setTimeout>>()
  #current = new AbortController()
  /**
   * Until the stream has brought an event, the page asks: a network that has its guests log in answers everything with a page
   * of its own, and a proxy may keep events to itself.
   */
  #isStreaming = false
  #reconnectMs = reconnectMinMs

  constructor(source: LiveSource) {
    this.#source = source
    const { signal } = this.#stopped
    const startOver = () => {
      if (document.visibilityState === 'hidden') return
      void this.#ask()
      this.#connect()
    }
    document.addEventListener('visibilitychange', startOver, { signal })
    addEventListener('online', startOver, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && startOver(), { signal })
    this.#connect()
    this.#askLater()
  }

  stop(): void {
    this.#stopped.abort()
    this.#current.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  #connect(): void {
    this.#current.abort()
    this.#isStreaming = false
    const current = new AbortController()
    this.#current = current
    const lose = () => this.#lose(current)
    void this.#read(current).then(lose, lose)
  }

  async #read(current: AbortController): Promise<void> {
    const listenForLife = () => this.#after('stream', silenceMaxMs, () => current.abort())
    listenForLife()
    const { body } = await this.#source.open(current.signal)
    const reader = body!.getReader()
    const decoder = new TextDecoder()
    const parse = parseEvents((name, data) => this.#take(name, data))
    for (;;) {
      const { done, value } = await reader.read()
      if (done || current.signal.aborted) return
      listenForLife()
      parse(decoder.decode(value, { stream: true }))
    }
  }

  #take(name: string, data: unknown): void {
    if (name !== this.#source.event) return
    this.#isStreaming = true
    this.#reconnectMs = reconnectMinMs
    this.#hear(data)
  }

  #lose(current: AbortController): void {
    if (current !== this.#current) return
    this.#isStreaming = false
    this.#miss()
    this.#after('stream', this.#reconnectMs, () => this.#connect())
    this.#reconnectMs = Math.min(this.#reconnectMs * 2, reconnectMaxMs)
  }

  #askLater(): void {
    this.#after('ask', askAgainMs, () => void this.#ask())
  }

  async #ask(): Promise<void> {
    try {
      const data = this.#isStreaming ? null : await this.#source.ask?.()
      // What the stream has said since is newer.
      if (data && !this.#isStreaming && !this.#stopped.signal.aborted) this.#hear(data)
    } catch {
      if (!this.#isStreaming) this.#miss()
    }
    this.#askLater()
  }

  #hear(data: unknown): void {
    this.#cancel('loss')
    this.#source.onConnection(true)
    this.#source.onData(data)
  }

  #miss(): void {
    if (!this.#timers.has('loss'))
      this.#after('loss', quietLossMs, () => this.#source.onConnection(false))
  }

  #after(wait: Wait, ms: number, act: () => void): void {
    this.#cancel(wait)
    if (!this.#stopped.signal.aborted) this.#timers.set(wait, setTimeout(act, ms))
  }

  #cancel(wait: Wait): void {
    clearTimeout(this.#timers.get(wait))
    this.#timers.delete(wait)
  }
}
