/** Says how long the check waits, and for what; the first two are the service's own bounds. */
export const pace = {
  /** For the head of the answer, from the beginning of the call. */
  answerMs: 15_000,
  /** For the connection, that of TLS included. */
  connectMs: 3_000,
  /** The event that was left out comes this much later. */
  delayMs: 2_000,
  /** Between two pieces of a body that comes slowly, of eight. */
  pieceMs: 500,
}
export type Pace = typeof pace
