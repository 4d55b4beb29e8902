/** What the watcher of a chain does now and then, between two looks. */
import type { Client } from 'viem'
import { lookAtContracts } from './contracts/contract-round.ts'
import { lookAtBalances, retireOldAddresses } from './deposits/balance-round.ts'
import { lookForStrays } from './deposits/stray-round.ts'
import { recordGasPrice } from './gas-price.ts'
import { keepLanes } from './lane-keeper.ts'
import type { WatchRoom } from '../chain/dependencies.ts'

/** `dueAt` by `performance.now()`. */
export type Errand = { everyMs: number; dueAt: number; run(node: Client): Promise<void> }

/** Nonce lanes are looked at every tenth look, but not less often than this. */
const lanesEveryMsMax = 10_000

export const errandsOf = (room: WatchRoom, pollMs: number): Errand[] => [
  errand(Math.min(lanesEveryMsMax, 10 * pollMs), () => keepLanes(room)),
  errand(10_000, (node) => lookAtBalances(room, node)),
  errand(30_000, (node) => lookForStrays(room, node)),
  errand(30_000, (node) => lookAtContracts(room, node)),
  { ...errand(60_000, () => recordGasPrice(room)), dueAt: 0 },
  errand(600_000, () => retireOldAddresses(room)),
]

const errand = (everyMs: number, run: Errand['run']): Errand => ({
  everyMs,
  dueAt: performance.now() + everyMs,
  run,
})
