/**
 * Keeps the payment on the page current: by server-sent events, and by polling while no events
 * come. A page that slept, lost its network or came back from another app connects anew, because a
 * dead connection looks like a quiet one. A view older than the one shown is dropped; a view with
 * another token, chain or address is refused.
 */
import { type AddressRefusal, checkTerms } from '../address-check.ts'
import type { PaymentView } from '../payment-view.ts'

const askWhileSilentMs = 4_000
/** Polls this often even while the stream is open, to notice a stream that died silently. */
const askAnywayMs = 30_000
/** A shorter loss of connection is not shown: it is usually mended within this time. */
const quietLossMs = 6_000

export type Listener = {
  onView: (view: PaymentView) => void
  onConnection: (isConnected: boolean) => void
  onRefusal: (refusal: AddressRefusal) => void
}

export class PaymentWatch {
  #newest: PaymentView
  readonly #listener: Listener
  #stream: EventSource | null = null
  #isStreaming = false
  #askTimer: ReturnType<typeof setTimeout> | undefined
  #lossTimer: ReturnType<typeof setTimeout> | undefined
  readonly #stopped = new AbortController()

  constructor(first: PaymentView, listener: Listener) {
    this.#newest = first
    this.#listener = listener
  }

  start(): void {
    const { signal } = this.#stopped
    const startOver = () => this.#startOver()
    document.addEventListener('visibilitychange', startOver, { signal })
    addEventListener('online', startOver, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && startOver(), { signal })
    this.#listen()
    this.#askLater()
  }

  stop(): void {
    this.#stopped.abort()
    this.#stream?.close()
    clearTimeout(this.#askTimer)
    clearTimeout(this.#lossTimer)
  }

  #startOver(): void {
    if (document.visibilityState === 'hidden') return
    this.#listen()
    void this.#ask()
  }

  /** Addresses are relative to the page's, so that the page works under any path. */
  #listen(): void {
    this.#stream?.close()
    this.#isStreaming = false
    const stream = new EventSource(`./${this.#newest.id}/events`)
    stream.addEventListener('payment', ({ data }: MessageEvent<string>) => this.#take(data))
    stream.addEventListener('open', () => {
      this.#isStreaming = true
      this.#heard()
    })
    stream.addEventListener('error', () => {
      this.#lost()
      // A stream that fails again and again must not put off the asking again and again.
      if (!this.#isStreaming) return
      this.#isStreaming = false
      this.#askLater()
    })
    this.#stream = stream
  }

  async #ask(): Promise<void> {
    try {
      const { signal } = this.#stopped
      const answer = await fetch(`./${this.#newest.id}/payment`, { cache: 'no-store', signal })
      if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
      this.#take(await answer.text())
      // After some answers a browser never reconnects the stream by itself; then it is opened
      // again.
      if (this.#stream?.readyState === EventSource.CLOSED) this.#listen()
    } catch {
      this.#lost()
    }
    this.#askLater()
  }

  #askLater(): void {
    clearTimeout(this.#askTimer)
    if (this.#stopped.signal.aborted) return
    const afterMs = this.#isStreaming ? askAnywayMs : askWhileSilentMs
    this.#askTimer = setTimeout(() => void this.#ask(), afterMs)
  }

  #take(text: string): void {
    this.#heard()
    const view = JSON.parse(text) as PaymentView
    const refusal = checkTerms(this.#newest, view)
    if (refusal) return this.#listener.onRefusal(refusal)
    if (Date.parse(view.now) < Date.parse(this.#newest.now)) return
    this.#newest = view
    this.#listener.onView(view)
  }

  #heard(): void {
    clearTimeout(this.#lossTimer)
    this.#lossTimer = undefined
    this.#listener.onConnection(true)
  }

  #lost(): void {
    this.#lossTimer ??= setTimeout(() => this.#listener.onConnection(false), quietLossMs)
  }
}
