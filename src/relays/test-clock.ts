/**
 * The test clock: moves the whole world, chain included, from one due moment to the
 * next, and lets everything settle in between, so that two years of a subscription pass
 * in seconds and in their order. Only where every chain of the network is a local one.
 */
import type { Bus } from '../bus/bus.ts'
import type { ConnectedChain, ConnectedChains } from '../chain/clients.ts'
import { advanceChainTime, mineBlock } from '../chain/embedded-time.ts'
import { latestBlockNumber } from '../chain/embedded-time.ts'
import type { Clock } from '../shared/clock.ts'
import { wait } from '../shared/retry.ts'
import { saveTestOffset } from '../store/clock-follower.ts'
import type { Database } from '../store/database.ts'
import { countPendingWork, type PendingWork } from '../store/pending-work.ts'
import { nextTimerAt } from '../store/timers.ts'
import { findHead } from '../store/views/deposits.ts'

type Dependencies = { database: Database; bus: Bus; clock: Clock; chains: ConnectedChains }

/** How long one step may take to settle, in real time. */
const settleTimeoutMs = 45_000
const lookEveryMs = 15

export class TestClock {
  #dependencies: Dependencies
  #advancing: Promise<unknown> = Promise.resolve()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  read(): Promise<{ now: string }> {
    return Promise.resolve({ now: this.#dependencies.clock.now().toISOString() })
  }

  /** Moves the clock by whole seconds. One caller at a time; the others wait for their turn. */
  advance(seconds: number): Promise<{ now: string; settled: boolean }> {
    const advanced = this.#advancing.then(() => this.#advance(seconds))
    this.#advancing = advanced.catch(() => undefined)
    return advanced
  }

  async #advance(seconds: number): Promise<{ now: string; settled: boolean }> {
    const { clock, database } = this.#dependencies
    const target = new Date(clock.now().getTime() + seconds * 1000)
    let settled = await this.#settle()
    for (;;) {
      const due = await nextTimerAt(database)
      if (!due || due > target) break
      if (due > clock.now()) await this.#moveTo(due)
      settled = await this.#settle()
      if (!settled) break
    }
    if (settled) {
      await this.#moveTo(target)
      settled = await this.#settle()
    }
    return { now: clock.now().toISOString(), settled }
  }

  async #moveTo(moment: Date): Promise<void> {
    const { database, bus, clock, chains } = this.#dependencies
    const offsetMs = moment.getTime() - clock.realNow().getTime()
    if (offsetMs > clock.testOffsetMs) {
      await saveTestOffset(database, offsetMs)
      clock.setTestOffset(offsetMs)
    }
    // A chain counts whole seconds: the next one is the first that is not before the moment.
    const chainMoment = new Date(Math.ceil(moment.getTime() / 1000) * 1000)
    for (const chain of chains.values()) await advanceChainTime(chain, chainMoment)
    bus.wake('timer')
    bus.wake('chain')
  }

  /** Waits until nothing moves any more; mines where a transaction waits for blocks. */
  async #settle(): Promise<boolean> {
    const { database, bus, clock, chains } = this.#dependencies
    const depths = [...chains.values()].map(({ name, confirmations }) => ({
      blockchain: name,
      confirmations,
    }))
    const deadline = performance.now() + settleTimeoutMs
    while (performance.now() < deadline) {
      const heads = await headsOf(chains)
      const unsettled = await countPendingWork(database, clock.now(), depths)
      const isSeen = await this.#areSeen(heads)
      if (isSeen && isStill(unsettled)) return true
      if (isSeen && unsettled.transactions > 0)
        for (const chain of chains.values()) await mineBlock(chain)
      if (!isSeen || !isStillOnChain(unsettled)) bus.wake('chain')
      await wait(lookEveryMs)
    }
    return false
  }

  async #areSeen(heads: Map<string, number>): Promise<boolean> {
    for (const [blockchain, head] of heads)
      if (((await findHead(this.#dependencies.database, blockchain)) ?? -1) < head) return false
    return true
  }
}

const isStill = (unsettled: PendingWork): boolean =>
  Object.values(unsettled).every((count) => count === 0)

const isStillOnChain = ({ transactions, chain, deposits }: PendingWork): boolean =>
  transactions + chain + deposits === 0

async function headsOf(chains: ConnectedChains): Promise<Map<string, number>> {
  const heads = new Map<string, number>()
  for (const chain of chains.values()) heads.set(chain.name, await latestBlockNumber(chain))
  return heads
}

/** Whether the network has a test clock: all of its chains are local ones. */
export const mayMoveTime = (chains: readonly ConnectedChain[]): boolean =>
  chains.length > 0 && chains.every(({ embedded }) => embedded)
