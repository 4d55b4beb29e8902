/**
 * Counts the transactions of a wallet that a node reports as mined: a full lane asks, so that places are free as soon
 * as a block is there, and not when its logs are read. It is one node's word, and decides about nothing else.
 */
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { readMined } from '../chain/lanes/nonce-counts.ts'
import { elapsedMs } from '../shared/time.ts'

/** A place in a full lane was free only when a poll had read the receipt, three seconds after the block. */
const askedEveryMsMin = 1_000
const recentMs = 3_000

/** `askedAt`, `seenAt`: by `elapsedMs()`. */
type MinedCount = { mined: number; askedAt: number; seenAt: number }
const seenOf = new WeakMap<ConnectedChain, Map<string, MinedCount>>()

/** Returns how many transactions of a wallet are mined, as was last said; 0 where nobody has asked. */
export const minedSeen = (chain: ConnectedChain, wallet: string): number =>
  seenOf.get(chain)?.get(wallet)?.mined ?? 0

/** Returns the count if a node gave it in the last three seconds, else null. */
export function recentlyMined(chain: ConnectedChain, wallet: string): number | null {
  const seen = seenOf.get(chain)?.get(wallet)
  return seen && elapsedMs() - seen.seenAt < recentMs ? seen.mined : null
}

/** Asks a node, at most once a second; returns whether more are mined than was known. */
export async function askForMined(
  log: Log,
  chain: ConnectedChain,
  wallet: string,
): Promise<boolean> {
  const wallets = seenOf.get(chain) ?? new Map<string, MinedCount>()
  seenOf.set(chain, wallets)
  const seen = wallets.get(wallet) ?? { mined: 0, askedAt: -Infinity, seenAt: -Infinity }
  wallets.set(wallet, seen)
  const now = elapsedMs()
  if (now - seen.askedAt < askedEveryMsMin) return false
  seen.askedAt = now
  const before = seen.mined
  try {
    seen.mined = await readMined(chain, wallet)
    seen.seenAt = elapsedMs()
  } catch (error) {
    log.debug(
      { blockchain: chain.name, wallet, error: errorText(error) },
      'no node says what is mined',
    )
  }
  return seen.mined > before
}
