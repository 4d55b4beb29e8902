/**
 * Keeps proofs of leaving for a while: each one costs calls to a node of every host, and a signature, and its customer may
 * ask for it as often as they like. One of a cancellation that was taken back is not given again.
 */
import type { Hash } from 'viem'
import { minuteMs } from '../../../machines/durations.ts'
import type { LeavingProof } from '../../shared/proofs/leaving-proof.ts'
import { elapsedMs } from '../../shared/time.ts'

const keptMs = minuteMs
/** One for each contract; the oldest is forgotten first. */
const keptMax = 1_000

type ProofPromise = Promise<LeavingProof | null>
type CachedProof = { cancelledIn: Hash; untilMs: number; made: ProofPromise }

export class KeptProofs {
  readonly #kept = new Map<string, CachedProof>()

  /**
   * Returns the proof of a contract's cancellation that was made a moment ago, or makes it; who asks meanwhile shares it.
   * `cancelledIn`: the hash of its block.
   */
  take(contractAddress: string, cancelledIn: Hash, make: () => ProofPromise): ProofPromise {
    const found = this.#kept.get(contractAddress)
    if (found?.cancelledIn === cancelledIn && elapsedMs() < found.untilMs) return found.made
    this.#kept.delete(contractAddress)
    const kept = { cancelledIn, untilMs: elapsedMs() + keptMs, made: make() }
    this.#kept.set(contractAddress, kept)
    if (this.#kept.size > keptMax) this.#kept.delete(this.#kept.keys().next().value!)
    const forget = () => {
      if (this.#kept.get(contractAddress) === kept) this.#kept.delete(contractAddress)
    }
    // Only a proof is kept: what failed, or was none, is asked again. Whoever asked hears of the failure.
    kept.made.then((proof) => proof ?? forget(), forget)
    return kept.made
  }
}
