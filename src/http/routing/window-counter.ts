/**
 * Counts in windows of real time, by name, within one process. It answers at once: requests that
 * arrive together are counted one after the other, so that as many as may get through do.
 */
import { createHash } from 'node:crypto'
import { elapsedMs } from '../../shared/time.ts'

const namesMax = 50_000
/** More names than that share these windows: a window that is open is never given up for a name that comes later. */
const sharedWindows = 1_000

type Window = { count: number; endsAt: number }

export class WindowCounter {
  readonly #windowMs: number
  readonly #windows = new Map<string, Window>()
  readonly #shared = new Map<string, Window>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Counts more, by `weight`; returns how many there are in this window, and how long it still lasts. */
  count(name: string, weight = 1): { count: number; leftMs: number } {
    const now = elapsedMs()
    const known = this.#find(name, now)
    if (known) {
      known.count += weight
      return { count: known.count, leftMs: known.endsAt - now }
    }
    this.#forgetEnded(now)
    const [windows, place] = this.#placeOf(name)
    // Put last, also where an ended one of this name is there: the oldest window is the first one.
    windows.delete(place)
    windows.set(place, { count: weight, endsAt: now + this.#windowMs })
    return { count: weight, leftMs: this.#windowMs }
  }

  /** Counts one less, in the window that is open. */
  takeBack(name: string): void {
    const known = this.#find(name, elapsedMs())
    if (known && known.count > 0) known.count--
  }

  /** Returns what `count` does, without counting. */
  look(name: string): { count: number; leftMs: number } {
    const now = elapsedMs()
    const known = this.#find(name, now)
    return known ? { count: known.count, leftMs: known.endsAt - now } : { count: 0, leftMs: 0 }
  }

  #find(name: string, now: number): Window | null {
    const own = this.#windows.get(name)
    if (own && own.endsAt > now) return own
    const [windows, place] = this.#placeOf(name)
    const known = windows.get(place)
    return known && known.endsAt > now ? known : null
  }

  #placeOf(name: string): [Map<string, Window>, string] {
    if (this.#windows.size < namesMax || this.#windows.has(name)) return [this.#windows, name]
    const hash = createHash('sha256').update(name).digest().readUInt32BE()
    return [this.#shared, String(hash % sharedWindows)]
  }

  #forgetEnded(now: number): void {
    for (const [name, { endsAt }] of this.#windows) {
      if (endsAt > now) return
      this.#windows.delete(name)
    }
  }
}
