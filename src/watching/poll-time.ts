/**
 * How often a chain is looked at: as the chains file says, or else about once for each of its
 * blocks, whose pace is measured.
 */
import type { Header } from '../chain/blocks.ts'
import type { ConnectedChain } from '../chain/clients.ts'

const embeddedMs = 500
/** Until blocks were measured. */
const unknownMs = 2_000
/** A payer who is waiting should not wait for us longer than this. */
const slowestMs = 6_000
const fastestMs = 1_000
/** Times are told in whole seconds, so one block alone says little. */
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

  /** A head was seen. */
  note(head: Header): void {
    const seen = this.#last
    if (!seen || head.number < seen.number) this.#first = this.#last = head
    else if (head.number > seen.number) this.#last = head
    if (this.#last!.number - this.#first!.number > blocksMeasuredMax) this.#first = seen
  }

  /** Between two looks. */
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
