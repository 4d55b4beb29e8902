/**
 * The pauses of a watcher between two polls. Hints come from anybody: one cuts a pause short, but
 * however many come, they cause no more than one poll a second. None is lost: a hint that comes too
 * soon after the last poll is heeded when that second is over.
 */
import { elapsedMs, wait } from '../shared/time.ts'

const hintedPollEveryMs = 1_000

export class HintedPauses {
  #hinted = new AbortController()
  #nextAt = -Infinity

  hint(): void {
    this.#hinted.abort()
  }

  /**
   * Waits `pauseMs`, or until a hint may be heeded, and returns whether there was one; `ending` ends
   * the pause at once.
   */
  async pause(pauseMs: number, ending: AbortSignal): Promise<boolean> {
    const endsAt = elapsedMs() + pauseMs
    await wait(pauseMs, AbortSignal.any([ending, this.#hinted.signal]))
    if (!this.#hinted.signal.aborted) return false
    const isSooner = this.#nextAt < endsAt
    const leftMs = Math.min(this.#nextAt, endsAt) - elapsedMs()
    if (leftMs > 0) await wait(leftMs, ending)
    if (isSooner) this.#nextAt = elapsedMs() + hintedPollEveryMs
    this.#hinted = new AbortController()
    return true
  }
}
