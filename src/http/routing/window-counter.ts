/**
 * Counts in windows of real time, by name, within one process. It answers at once: requests that
 * arrive together are counted one after the other, so that as many as may get through do.
 */
import { elapsedMs } from '../../shared/time.ts'
const namesMax = 50_000

type Window = { count: number; endsAt: number }

export class WindowCounter {
  readonly #windowMs: number
  readonly #windows = new Map<string, Window>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Counts one more; returns how many there are in this window, and how long it still lasts. */
  count(name: string): { count: number; leftMs: number } {
    const now = elapsedMs()
    const known = this.#windows.get(name)
    if (known && known.endsAt > now) return { count: ++known.count, leftMs: known.endsAt - now }
    this.#windows.delete(name)
    this.#makeSpace()
    this.#windows.set(name, { count: 1, endsAt: now + this.#windowMs })
    return { count: 1, leftMs: this.#windowMs }
  }

  /** Counts one less, in the window that is open. */
  takeBack(name: string): void {
    const known = this.#windows.get(name)
    if (known && known.count > 0) known.count--
  }

  /** Returns what `count` does, without counting. */
  look(name: string): { count: number; leftMs: number } {
    const leftMs = (this.#windows.get(name)?.endsAt ?? 0) - elapsedMs()
    return leftMs > 0 ? { count: this.#windows.get(name)!.count, leftMs } : { count: 0, leftMs: 0 }
  }

  /** The oldest window is the first one: every new one is put last. */
  #makeSpace(): void {
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size >= namesMax) this.#windows.delete(oldest)
  }
}
