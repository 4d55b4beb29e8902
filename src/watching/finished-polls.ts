/**
 * When a look at a chain was last finished, in this process. A node may well give blocks and fail
 * afterwards, each time: that the cursor moves does not mean that anything is told.
 */
import type { ConnectedChain } from '../chain/clients.ts'

/** By the monotonic clock; from the first question on, where no look was finished yet. */
const finishedAtMs = new WeakMap<ConnectedChain, number>()

export function noteFinishedPoll(chain: ConnectedChain, atMs = performance.now()): void {
  finishedAtMs.set(chain, atMs)
}

export function secondsSinceFinishedPoll(chain: ConnectedChain): number {
  const now = performance.now()
  const atMs = finishedAtMs.get(chain) ?? now
  finishedAtMs.set(chain, atMs)
  return (now - atMs) / 1_000
}
