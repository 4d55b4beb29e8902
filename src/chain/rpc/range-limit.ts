/**
 * Learns of how many blocks one node gives logs in one request: a range that it refused is not asked for
 * again, until after a long time a little more is tried.
 */
import { elapsedMs } from '../../shared/time.ts'
const growthFactor = 1.5
const growAfterMs = 60_000
const growAfterMsMax = 6 * 60 * 60 * 1_000

export class RangeLimit {
  readonly #max: number
  #blocks: number
  #growAfterMs = growAfterMs
  #growAt = Infinity
  /** The widest range that the node has given since it refused one. */
  #given = 1

  constructor(max: number) {
    this.#max = max
    this.#blocks = max
  }

  /** The widest range that is asked for now. */
  get blocks(): number {
    return this.#blocks
  }

  /** Returns the widest range that may be asked for now; after long enough, a little more than before. */
  next(now = elapsedMs()): number {
    if (now >= this.#growAt) {
      this.#blocks = Math.min(this.#max, Math.ceil(this.#blocks * growthFactor))
      this.#growAt = this.#blocks < this.#max ? now + this.#growAfterMs : Infinity
    }
    return this.#blocks
  }

  /** Records that the node gave the logs of so many blocks. */
  give(blocks: number): void {
    this.#given = Math.max(this.#given, blocks)
  }

  /**
   * Records that the node refused so many blocks. `worked`: how many it gave instead, in the same moment;
   * 0 where it only was too slow.
   */
  refuse(refused: number, worked: number, now = elapsedMs()): void {
    if (refused <= this.#given) this.#given = 1
    const known = Math.max(worked, this.#given, 1)
    if (known >= this.#blocks) return
    this.#blocks = known
    this.#growAt = now + this.#growAfterMs
    this.#growAfterMs = Math.min(growAfterMsMax, this.#growAfterMs * 2)
  }
}
