/**
 * The pause between two polls of a chain: as the chains file says, or else about one poll for each
 * block, whose pace is measured.
 */
import type { ConnectedChain } from '../chain/clients.ts'
import type { Header } from '../chain/rows/blocks.ts'

const embeddedMs = 500
/** Used until enough blocks were measured. */
const unknownMs = 2_000
/** A payer who is waiting should not wait for us longer than this. */
const slowestMs = 6_000
const fastestMs = 1_000
/** Block times are whole seconds, so one block alone says little. */
const blocksMeasuredMin = 8
const blocksMeasuredMax = 64

export class PollTime {
  readonly #fixedMs: number | null
  #first: Header | null = null
  #last: Header | null = null
  #measuredMs: number | null = null

  constructor({ pollMs, embedded }: Pick<ConnectedChain, 'pollMs' | 'embedded'>) {
    this.#fixedMs = pollMs ?? (embedded ? embeddedMs : null)
  }

  /** Measures with one more head. */
  note(head: Header): void {
    const seen = this.#last
    if (!seen || head.number < seen.number) this.#first = this.#last = head
    else if (head.number > seen.number) this.#last = head
    if (this.#last!.number - this.#first!.number > blocksMeasuredMax) this.#first = seen
  }

  /** Whether the pause was set, and nothing makes it another one. */
  get isFixed(): boolean {
    return this.#fixedMs !== null
  }

  /** The pause between two polls. */
  get ms(): number {
    return this.#fixedMs ?? Math.min(slowestMs, Math.max(fastestMs, this.#blockMs() ?? unknownMs))
  }

  #blockMs(): number | null {
    if (!this.#first || !this.#last) return null
    const blocks = this.#last.number - this.#first.number
    if (blocks >= blocksMeasuredMin)
      this.#measuredMs = ((this.#last.timestamp - this.#first.timestamp) * 1_000) / blocks
    return this.#measuredMs
  }
}
