/**
 * Waits until the service is idle: nothing that business time has caused is still moving, and every
 * block of the local chains is read. A check is cheap, because there is one every few milliseconds:
 * chains are asked, woken and given blocks only when nothing else is left to wait for.
 */
import type { Bus } from '../bus/bus.ts'
import type { ConnectedChains } from '../chain/clients.ts'
import { mineBlocks, readLatestBlockNumber } from '../chain/embedded-time.ts'
import type { Clock } from '../shared/clock.ts'
import type { Database } from '../store/database.ts'
import { countPendingWork, type PendingWork } from '../store/pending-work.ts'
import { findHead } from '../store/views/deposits.ts'
import { SlowCalls } from './slow-calls.ts'
import { elapsedMs, wait } from '../shared/time.ts'

export type ClockDependencies = {
  database: Database
  bus: Bus
  clock: Clock
  chains: ConnectedChains
}

/** Counts what is still moving: the pending work, and chains with blocks that are not read. */
export type Pending = PendingWork & { unreadChains: number }

const checkEveryMs = 15
/** A wake-up may be lost, or come while nothing was to be done yet. */
const wakeEveryMs = 100
/** After so many checks in a row that find the same a block is mined: fewer where only transactions are left. */
const sameChecksBeforeBlock = { onlyTransactions: 2, others: 15 }

export class IdleWait {
  readonly #dependencies: ClockDependencies
  readonly #timeoutMs: number
  readonly #slowCalls: SlowCalls

  constructor(dependencies: ClockDependencies, timeoutMs: number) {
    this.#dependencies = dependencies
    this.#timeoutMs = timeoutMs
    this.#slowCalls = new SlowCalls(dependencies.database)
  }

  /** Forgets which destinations were slow: a new call of the test clock waits for them again. */
  startAnew(): void {
    this.#slowCalls.forget()
  }

  /** Resolves with null once the service is idle, or, when that takes too long, with what is still moving. */
  async untilIdle(): Promise<Pending | null> {
    const deadline = elapsedMs() + this.#timeoutMs
    let last = ''
    let sameChecks = 0
    let wokenAt = elapsedMs()
    for (;;) {
      const pending = await this.#check()
      if (!pending) return null
      if (elapsedMs() > deadline) return pending
      const text = JSON.stringify(pending)
      sameChecks = text === last ? sameChecks + 1 : 0
      last = text
      if (isWaitingForBlocks(pending, sameChecks)) {
        await this.#mine()
        sameChecks = 0
      } else if (elapsedMs() - wokenAt > wakeEveryMs) {
        wokenAt = elapsedMs()
        this.#wakeAll()
      }
      await wait(checkEveryMs)
    }
  }

  /** Chains are asked for their heads only when the database shows nothing but transactions. */
  async #check(): Promise<Pending | null> {
    const pending = await this.#countPending()
    if (pending.webhooks > 0) await this.#slowCalls.note()
    const { unsentTransactions, transactions, ...others } = pending
    if (sum(others) > 0) return { ...pending, unreadChains: 0 }
    const unreadChains = await this.#countUnread()
    if (unreadChains > 0) this.#dependencies.bus.wake('block')
    if (unreadChains + unsentTransactions + transactions > 0) return { ...pending, unreadChains }
    // The messages of the last blocks were stored before the blocks counted as read.
    const again = await this.#countPending()
    return sum(again) > 0 ? { ...again, unreadChains } : null
  }

  #countPending(): Promise<PendingWork> {
    const { database, clock, chains } = this.#dependencies
    const depths = [...chains.values()].map(({ name, confirmations }) => ({
      blockchain: name,
      confirmations,
    }))
    const notWaitedFor = this.#slowCalls.destinations
    return countPendingWork(database, clock.now(), depths, notWaitedFor)
  }

  async #countUnread(): Promise<number> {
    const { database, chains } = this.#dependencies
    const areUnread = [...chains.values()].map(async (chain) => {
      const head = await readLatestBlockNumber(chain)
      return ((await findHead(database, chain.name)) ?? -1) < head
    })
    return (await Promise.all(areUnread)).filter(Boolean).length
  }

  /** Puts as many blocks on each chain as a transaction in its newest one still needs. */
  async #mine(): Promise<void> {
    const { bus, chains } = this.#dependencies
    for (const chain of chains.values())
      await mineBlocks(chain, Math.max(1, chain.confirmations - 1))
    bus.wake('block')
  }

  #wakeAll(): void {
    for (const channel of ['timer', 'chain', 'block'] as const) this.#dependencies.bus.wake(channel)
  }
}

/**
 * A transaction that is being prepared or sent needs none, however long a busy machine takes for it: a block would carry
 * it before it counts as sent. One that the nodes have, and that other requests wait behind, may need one.
 */
function isWaitingForBlocks(pending: Pending, sameChecks: number): boolean {
  const { unsentTransactions, transactions, ...others } = pending
  const { onlyTransactions, others: othersToo } = sameChecksBeforeBlock
  if (sum(others) === 0)
    return unsentTransactions + transactions > 0 && sameChecks >= onlyTransactions
  return transactions > 0 && sameChecks >= othersToo
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0)
