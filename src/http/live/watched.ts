/**
 * One thing that somebody follows. It is read once for all listeners, and each event is the whole view,
 * so no listener needs the one before.
 */
import { elapsedMs } from '../../shared/time.ts'

/** Takes a view as JSON. */
export type Listener = (view: string) => void

/** A view as JSON, and the part of it by which it is told whether anything has changed. */
type View = { json: string; timeless: string }
export type Sources<Reading> = {
  read: () => Promise<Reading>
  show: (reading: Reading) => View
}

/** A listener that comes within this time after a reading gets the cached view. */
const readingFreshMs = 1_000

export class Watched<Reading> {
  readonly #sources: Sources<Reading>
  readonly #listeners = new Set<Listener>()
  #reading: Reading | null = null
  #readAtMs = -Infinity
  #isOutdated = false
  #underWay: Promise<void> | null = null
  /** The last view that was sent, without its time. */
  #lastSent = ''

  constructor(sources: Sources<Reading>) {
    this.#sources = sources
  }

  /** The last reading; null before the first. */
  get reading(): Reading | null {
    return this.#reading
  }

  /** Resolves when there is a view to send; throws what reading throws. */
  async ready(): Promise<void> {
    if (elapsedMs() - this.#readAtMs > readingFreshMs) await this.refresh()
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

  /** Takes a reading that was completed elsewhere. */
  take(reading: Reading): void {
    this.#reading = reading
    this.#sendToAll()
  }

  async #readUntilCurrent(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false
      const reading = await this.#sources.read()
      this.#readAtMs = elapsedMs()
      this.take(reading)
    }
  }

  #sendToAll(): void {
    const { json, timeless } = this.#view()
    if (timeless === this.#lastSent) return
    this.#lastSent = timeless
    for (const listener of this.#listeners) listener(json)
  }

  #view(): View {
    if (this.#reading === null) throw new Error('it has not been read yet')
    return this.#sources.show(this.#reading)
  }
}
