/**
 * One payment that somebody looks at. It is read once for all who do, and what is told is always
 * the whole view, so nobody has to have heard the one before.
 */
import { isConfirming, toPaymentView } from './payment-view.ts'
import type { PaymentReading } from './payment-reading.ts'

/** Takes a view as JSON. */
export type Listener = (view: string) => void

type Sources = { read: () => Promise<PaymentReading>; now: () => Date }

/** Who comes so soon after a reading is told what it said. */
const readingFreshMs = 1_000

export class WatchedPayment {
  readonly #sources: Sources
  readonly #listeners = new Set<Listener>()
  #reading: PaymentReading | null = null
  #readAtMs = -Infinity
  #isOutdated = false
  #underWay: Promise<void> | null = null
  /** The last view that was told, without its time. */
  #told = ''

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** The chain whose next block matters to somebody; null where none does. */
  get waitsFor(): string | null {
    return this.#reading && isConfirming(this.#reading) ? this.#reading.chain.name : null
  }

  /** Resolves when there is a view to tell; throws what reading throws. */
  async ready(): Promise<void> {
    if (performance.now() - this.#readAtMs > readingFreshMs) await this.refresh()
  }

  /** Tells the listener the present view, and from then on every other. */
  add(listener: Listener): void {
    this.#listeners.add(listener)
    listener(this.#view().json)
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** Reads again and tells what is new; whoever asks while one reading runs shares the next. */
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
    this.#tell()
  }

  async #readUntilCurrent(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false
      this.#reading = await this.#sources.read()
      this.#readAtMs = performance.now()
      this.#tell()
    }
  }

  #tell(): void {
    const { json, timeless } = this.#view()
    if (timeless === this.#told) return
    this.#told = timeless
    for (const listener of this.#listeners) listener(json)
  }

  #view(): { json: string; timeless: string } {
    if (!this.#reading) throw new Error('the payment has not been read yet')
    const view = toPaymentView(this.#reading, this.#sources.now())
    return { json: JSON.stringify(view), timeless: JSON.stringify({ ...view, now: '' }) }
  }
}
