/** What the watcher of a chain does now and then, between two looks. */
import type { Client } from 'viem'
import { lookAtBalances, retireOldAddresses } from './deposits/balance-round.ts'
import { lookForStrays } from './deposits/stray-round.ts'
import { rebroadcastUnmined } from './rebroadcast.ts'
import type { WatchRoom } from './watch-room.ts'

/** `dueAt` by `performance.now()`. */
export type Errand = { everyMs: number; dueAt: number; run(node: Client): Promise<void> }

export const errandsOf = (room: WatchRoom): Errand[] => [
  errand(10_000, (node) => rebroadcastUnmined(room, node)),
  errand(10_000, (node) => lookAtBalances(room, node)),
  errand(30_000, (node) => lookForStrays(room, node)),
  errand(600_000, () => retireOldAddresses(room)),
]

const errand = (everyMs: number, run: Errand['run']): Errand => ({
  everyMs,
  dueAt: performance.now() + everyMs,
  run,
})
