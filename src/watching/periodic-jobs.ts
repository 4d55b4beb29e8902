/** What the watcher of a chain does now and then, between two looks. */
import type { Client } from 'viem'
import { checkContracts } from './contracts/contract-round.ts'
import { checkBalances, retireOldAddresses } from './deposits/balance-round.ts'
import { checkForStrays } from './deposits/stray-round.ts'
import { recordGasPrice } from './gas-price.ts'
import { checkLanes } from './lane-checks.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'

/** `dueAt` by `performance.now()`. */
export type PeriodicJob = { everyMs: number; dueAt: number; run(node: Client): Promise<void> }

/** Nonce lanes are looked at every tenth look, but not less often than this. */
const lanesEveryMsMax = 10_000

export const createPeriodicJobs = (
  dependencies: ChainDependencies,
  pollMs: number,
): PeriodicJob[] => [
  errand(Math.min(lanesEveryMsMax, 10 * pollMs), () => checkLanes(dependencies)),
  errand(10_000, (node) => checkBalances(dependencies, node)),
  errand(30_000, (node) => checkForStrays(dependencies, node)),
  errand(30_000, (node) => checkContracts(dependencies, node)),
  { ...errand(60_000, () => recordGasPrice(dependencies)), dueAt: 0 },
  errand(600_000, () => retireOldAddresses(dependencies)),
]

const errand = (everyMs: number, run: PeriodicJob['run']): PeriodicJob => ({
  everyMs,
  dueAt: performance.now() + everyMs,
  run,
})
