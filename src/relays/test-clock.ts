/**
 * The test clock: moves business time and the chains from one due moment to the next, and waits in
 * between until the service is idle, so that two years of a subscription pass in seconds and in
 * order. It exists only where every chain of the network is a local one.
 */
import type { Bus } from '../bus/bus.ts'
import type { ConnectedChain, ConnectedChains } from '../chain/clients.ts'
import { advanceChainTime, mineBlock } from '../chain/embedded-time.ts'
import { readLatestBlockNumber } from '../chain/embedded-time.ts'
import type { Clock } from '../shared/clock.ts'
import { wait } from '../shared/retry.ts'
import { saveTestOffset } from '../store/clock-follower.ts'
import type { Database } from '../store/database.ts'
import { countPendingWork, type PendingWork } from '../store/pending-work.ts'
import { nextTimerAt } from '../store/timers.ts'
import { findHead } from '../store/views/deposits.ts'

type Dependencies = { database: Database; bus: Bus; clock: Clock; chains: ConnectedChains }

/** How long the service may take to become idle after one step, in real time. */
const idleTimeoutMs = 45_000
const checkEveryMs = 15

export class TestClock {
  #dependencies: Dependencies
  #advancing: Promise<unknown> = Promise.resolve()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  read(): Promise<{ now: string }> {
    return Promise.resolve({ now: this.#dependencies.clock.now().toISOString() })
  }

  /** Moves the clock by whole seconds, for one caller at a time. `settled`: the service is idle afterwards. */
  advance(seconds: number): Promise<{ now: string; settled: boolean }> {
    const advanced = this.#advancing.then(() => this.#advance(seconds))
    this.#advancing = advanced.catch(() => undefined)
    return advanced
  }

  async #advance(seconds: number): Promise<{ now: string; settled: boolean }> {
    const { clock, database } = this.#dependencies
    const target = new Date(clock.now().getTime() + seconds * 1000)
    let isIdle = await this.#waitUntilIdle()
    for (;;) {
      const due = await nextTimerAt(database)
      if (!due || due > target) break
      if (due > clock.now()) await this.#moveTo(due)
      isIdle = await this.#waitUntilIdle()
      if (!isIdle) break
    }
    if (isIdle) {
      await this.#moveTo(target)
      isIdle = await this.#waitUntilIdle()
    }
    return { now: clock.now().toISOString(), settled: isIdle }
  }

  async #moveTo(moment: Date): Promise<void> {
    const { database, bus, clock, chains } = this.#dependencies
    const offsetMs = moment.getTime() - clock.realNow().getTime()
    if (offsetMs > clock.testOffsetMs) {
      await saveTestOffset(database, offsetMs)
      clock.setTestOffset(offsetMs)
    }
    // A chain counts whole seconds, so it is moved to the first one that is not before the moment.
    const chainMoment = new Date(Math.ceil(moment.getTime() / 1000) * 1000)
    for (const chain of chains.values()) await advanceChainTime(chain, chainMoment)
    bus.wake('timer')
    bus.wake('chain')
  }

  /** Waits until the service is idle; mines where a transaction waits for blocks. */
  async #waitUntilIdle(): Promise<boolean> {
    const { database, bus, clock, chains } = this.#dependencies
    const depths = [...chains.values()].map(({ name, confirmations }) => ({
      blockchain: name,
      confirmations,
    }))
    const deadline = performance.now() + idleTimeoutMs
    while (performance.now() < deadline) {
      const heads = await headsOf(chains)
      const pending = await countPendingWork(database, clock.now(), depths)
      const isRead = await this.#areRead(heads)
      if (isRead && isNothingPending(pending)) return true
      if (isRead && pending.transactions > 0)
        for (const chain of chains.values()) await mineBlock(chain)
      if (!isRead || !isNothingPendingOnChain(pending)) bus.wake('chain')
      await wait(checkEveryMs)
    }
    return false
  }

  async #areRead(heads: Map<string, number>): Promise<boolean> {
    for (const [blockchain, head] of heads)
      if (((await findHead(this.#dependencies.database, blockchain)) ?? -1) < head) return false
    return true
  }
}

const isNothingPending = (pending: PendingWork): boolean =>
  Object.values(pending).every((count) => count === 0)

const isNothingPendingOnChain = ({ transactions, chain, deposits }: PendingWork): boolean =>
  transactions + chain + deposits === 0

async function headsOf(chains: ConnectedChains): Promise<Map<string, number>> {
  const heads = new Map<string, number>()
  for (const chain of chains.values()) heads.set(chain.name, await readLatestBlockNumber(chain))
  return heads
}

/** Whether the test clock may be moved: only where every chain is a local one. */
export const mayMoveTime = (chains: readonly ConnectedChain[]): boolean =>
  chains.length > 0 && chains.every(({ embedded }) => embedded)
