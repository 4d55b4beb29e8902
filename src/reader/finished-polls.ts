/**
 * The time at which a poll of a chain was last finished, in this process. A node may give blocks
 * and fail afterwards, each time, so a moving cursor does not mean that anything is reported.
 */
import type { ConnectedChain } from '../chain/clients.ts'
import { elapsedMs } from '../shared/time.ts'

/** By the monotonic clock; where no poll was finished yet, the time of the first question. */
const finishedAtMs = new WeakMap<ConnectedChain, number>()

export function noteFinishedPoll(chain: ConnectedChain, atMs = elapsedMs()): void {
  finishedAtMs.set(chain, atMs)
}

export function secondsSinceFinishedPoll(chain: ConnectedChain): number {
  const now = elapsedMs()
  const atMs = finishedAtMs.get(chain) ?? now
  finishedAtMs.set(chain, atMs)
  return (now - atMs) / 1_000
}
