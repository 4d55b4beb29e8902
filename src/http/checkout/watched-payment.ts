/**
 * One payment that somebody follows. It is read once for all listeners, and each event is the whole
 * view, so no listener needs the one before.
 */
import { isConfirming, toPaymentView } from './payment-view.ts'
import type { PaymentReading } from './payment-reading.ts'

/** Takes a view as JSON. */
export type Listener = (view: string) => void

type Sources = { read: () => Promise<PaymentReading>; now: () => Date }

/** A listener that comes within this time after a reading gets the cached view. */
const readingFreshMs = 1_000

export class WatchedPayment {
  readonly #sources: Sources
  readonly #listeners = new Set<Listener>()
  #reading: PaymentReading | null = null
  #readAtMs = -Infinity
  #isOutdated = false
  #underWay: Promise<void> | null = null
  /** The last view that was sent, without its time. */
  #lastSent = ''

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** The chain whose next block matters to somebody; null where none does. */
  get waitsFor(): string | null {
    return this.#reading && isConfirming(this.#reading) ? this.#reading.chain.name : null
  }

  /** Resolves when there is a view to send; throws what reading throws. */
  async ready(): Promise<void> {
    if (performance.now() - this.#readAtMs > readingFreshMs) await this.refresh()
  }

  /** Sends the listener the present view, and from then on every other. */
  add(listener: Listener): void {
    this.#listeners.add(listener)
    listener(this.#view().json)
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** Reads again and sends a changed view; calls during one reading share the next. */
  refresh(): Promise<void> {
    this.#isOutdated = true
    this.#underWay ??= this.#readUntilCurrent().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  takeHead(head: number): void {
    if (!this.#reading || this.#reading.head >= head) return
    this.#reading = { ...this.#reading, head }
    this.#sendToAll()
  }

  async #readUntilCurrent(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false
      this.#reading = await this.#sources.read()
      this.#readAtMs = performance.now()
      this.#sendToAll()
    }
  }

  #sendToAll(): void {
    const { json, timeless } = this.#view()
    if (timeless === this.#lastSent) return
    this.#lastSent = timeless
    for (const listener of this.#listeners) listener(json)
  }

  #view(): { json: string; timeless: string } {
    if (!this.#reading) throw new Error('the payment has not been read yet')
    const view = toPaymentView(this.#reading, this.#sources.now())
    return { json: JSON.stringify(view), timeless: JSON.stringify({ ...view, now: '' }) }
  }
}
