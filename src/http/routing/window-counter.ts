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
type Counted = { count: number; leftMs: number }

export class WindowCounter {
  readonly #windowMs: number
  readonly #windows = new Map<string, Window>()
  readonly #shared = new Map<string, Window>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /**
   * Counts more, by `weight`; returns how many there are in this window, how long it still lasts, and what takes this back, in
   * this window alone.
   */
  count(name: string, weight = 1): Counted & { takeBack: () => void } {
    const now = elapsedMs()
    const window = this.#find(name, now) ?? this.#open(name, now)
    window.count += weight
    const takeBack = () => void (window.count -= weight)
    // The sum of a moment and a length, less the moment, may be a little more than the length.
    return { count: window.count, leftMs: Math.min(window.endsAt - now, this.#windowMs), takeBack }
  }

  /** Returns how many there are in this window, and how long it still lasts, without counting. */
  look(name: string): Counted {
    const now = elapsedMs()
    const known = this.#find(name, now)
    return known ? { count: known.count, leftMs: known.endsAt - now } : { count: 0, leftMs: 0 }
  }

  #open(name: string, now: number): Window {
    this.#forgetEnded(now)
    const [windows, place] = this.#placeOf(name)
    const window = { count: 0, endsAt: now + this.#windowMs }
    // Put last, also where an ended one of this name is there: the oldest window is the first one.
    windows.delete(place)
    windows.set(place, window)
    return window
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
