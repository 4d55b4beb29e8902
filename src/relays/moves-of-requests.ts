/**
 * The moves of the test clock by the request that asked for them, so that a request that is repeated, such
 * as by a caller whose connection broke, gets the outcome of its move instead of a second one.
 */

/** So many are remembered after they ended, until their answers are long stored under their keys. */
const movesRememberedMax = 100

export class MovesOfRequests<Answer> {
  readonly #moves = new Map<string, Promise<Answer>>()

  /** Returns the move of this request, under way or ended, or starts it. One that failed is forgotten. */
  once(requestId: string, start: () => Promise<Answer>): Promise<Answer> {
    const known = this.#moves.get(requestId)
    if (known) return known
    const move = start()
    this.#moves.set(requestId, move)
    move.catch(() => this.#moves.delete(requestId))
    for (const oldest of this.#moves.keys()) {
      if (this.#moves.size <= movesRememberedMax) break
      this.#moves.delete(oldest)
    }
    return move
  }
}
