/** The jobs that a chain's watcher does between polls, every so many seconds. */
import type { Client } from 'viem'
import { checkContracts } from '../reader/contracts/contract-round.ts'
import { checkBalances, retireOldAddresses } from '../reader/deposits/balance-round.ts'
import { checkForStrays } from '../reader/deposits/stray-round.ts'
import { readGasBalances } from '../reader/gas-balances.ts'
import { checkGasLevels, type Measured } from '../reporter/gas-levels.ts'
import { recordGasPrice } from '../reader/gas-price.ts'
import { tellOutrunDrafts } from '../reader/outrun-drafts.ts'
import { checkLanes } from '../reader/transactions/lane-checks.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { elapsedMs } from '../shared/time.ts'

/** `dueAt` by `elapsedMs()`. */
export type PeriodicJob = { everyMs: number; dueAt: number; run(node: Client): Promise<void> }

/** Nonce lanes are checked with every tenth poll, and at least this often. */
const lanesEveryMsMax = 10_000
const gasLevelsEveryMs = 60_000
/** Each round costs two requests where something is due. */
const balancesEveryMs = 20_000
const balancesEveryMsLocally = 10_000
/** A local chain's balances are read with every block as well. */
const gasBalancesEveryMs = 30_000
/** A local chain is read more often: somebody watches it who has just emptied a wallet. */
const gasLevelsEveryMsLocally = 2_000

export const createPeriodicJobs = (
  dependencies: ChainDependencies,
  pollMs: number,
): PeriodicJob[] => {
  const measured: Measured = new Map()
  return [
    createJob(Math.min(lanesEveryMsMax, 10 * pollMs), () => checkLanes(dependencies)),
    { ...createJob(gasBalancesEveryMs, (node) => readGasBalances(dependencies, node)), dueAt: 0 },
    createJob(dependencies.chain.embedded ? balancesEveryMsLocally : balancesEveryMs, (node) =>
      checkBalances(dependencies, node),
    ),
    createJob(30_000, (node) => checkForStrays(dependencies, node)),
    createJob(30_000, (node) => checkContracts(dependencies, node)),
    createJob(30_000, (node) => tellOutrunDrafts(dependencies, node)),
    { ...createJob(60_000, () => recordGasPrice(dependencies)), dueAt: 0 },
    createJob(600_000, () => retireOldAddresses(dependencies)),
    createJob(
      dependencies.chain.embedded ? gasLevelsEveryMsLocally : gasLevelsEveryMs,
      async () => void (await checkGasLevels(dependencies, measured)),
    ),
  ]
}

const createJob = (everyMs: number, run: PeriodicJob['run']): PeriodicJob => ({
  everyMs,
  dueAt: elapsedMs() + everyMs,
  run,
})
