/**
 * The watcher: reports what happens on each chain to the subscriptions, payments and transactions.
 * One process leads for each chain; it polls about once for each block while something is awaited,
 * rarely otherwise, and at once when it is asked to. A node that fails, or whose head stands still while others may not, is left for the
 * next one.
 */
import type { Client } from 'viem'
import type { Bus } from '../bus/bus.ts'
import type { ChainDirectory } from '../shared/chain-directory.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { gasDaysLeft } from '../shared/metrics/counted.ts'
import { stepWithOthers } from '../shared/pulse.ts'
import type { Database } from '../store/database.ts'
import { detailsOf } from '../chain/chain-errors.ts'
import { chainOf, type ConnectedChain, type ConnectedChains } from '../chain/clients.ts'
import { type PeriodicJob, createPeriodicJobs } from './periodic-jobs.ts'
import { readGasBalances } from '../reader/gas-balances.ts'
import { isAnythingAwaited } from '../chain/rows/awaited.ts'
import { HintedPauses } from './hinted-pauses.ts'
import { type Lead, tryToLead } from './leader.ts'
import { pollOnce } from './poll-once.ts'
import { PollTime } from './poll-time.ts'
import type { ChainDependencies } from '../chain/dependencies.ts'
import { backoffMs, elapsedMs, wait } from '../shared/time.ts'

export type WatcherDependencies = {
  database: Database
  bus: Bus
  log: Log
  chains: ConnectedChains
  /** Announces chains that are reached later; they are in `chains` by then. */
  directory?: Pick<ChainDirectory, 'onArrival'>
  /** The pause between two polls; by default the chain's own. */
  pollMs?: number
}

const leadPollMs = 2_000
/** An actor has usually taken a report after this long. */
const reportTakenMs = 30
const nextNodeMs = 20
const restAfterErrorMs = 500
const restAfterErrorsMsMax = 4_000
/** All nodes may fail this many times in a row before they are asked less often. */
const quickRounds = 4
const stalledAfterMs = 30_000
/** The pause between two polls while nothing is awaited: what comes by itself is noticed so much later. */
const restMs = 20_000

/** Starts to watch every chain; `stop` lets the poll under way end. */
export function startWatcher(dependencies: WatcherDependencies): { stop(): Promise<void> } {
  const { chains, directory } = dependencies
  const stopping = new AbortController()
  const watchers: Promise<void>[] = []
  const watch = (chain: ConnectedChain) => {
    if (!stopping.signal.aborted)
      watchers.push(new ChainWatcher(dependencies, chain, stopping.signal).run())
  }
  for (const chain of chains.values()) watch(chain)
  directory?.onArrival(({ name }) => watch(chainOf(chains, name)))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(watchers)
    },
  }
}

class ChainWatcher {
  readonly #dependencies: ChainDependencies
  readonly #pollTime: PollTime
  readonly #stopping: AbortSignal
  #poked = new AbortController()
  readonly #pauses = new HintedPauses()
  #nodeIndex = 0
  #movedAt = elapsedMs()
  #errorsInRow = 0
  readonly #jobs: PeriodicJob[]
  #isLeading = false
  #untilPoll: PromiseWithResolvers<void> | null = null

  constructor(
    { pollMs, ...dependencies }: WatcherDependencies,
    chain: ConnectedChain,
    stopping: AbortSignal,
  ) {
    this.#dependencies = { ...dependencies, chain }
    this.#pollTime = new PollTime({ ...chain, pollMs: pollMs ?? chain.pollMs })
    this.#stopping = stopping
    this.#jobs = createPeriodicJobs(this.#dependencies, pollMs ?? chain.pollMs ?? Infinity)
  }

  async run(): Promise<void> {
    const { bus, chain } = this.#dependencies
    const stopHints = bus.onPollRequest(chain.name, () => this.#pauses.hint())
    // A local node costs nothing, so it is polled at once where it is known to have a new block, and
    // the test clock need not wait.
    const leaveOthers = stepWithOthers({ what: 'the watcher', step: () => this.#step() })
    const stopWakes = chain.embedded ? bus.onWake('block', () => this.#poked.abort()) : null
    while (!this.#stopping.aborted) {
      const lead = await this.#tryToLead()
      if (lead) await this.#watchWhile(lead)
      else await wait(leadPollMs, this.#stopping)
    }
    leaveOthers()
    stopWakes?.()
    stopHints()
  }

  /** Resolves when a poll that begins now, or right after the one under way, has ended; at once where another process leads. */
  async #step(): Promise<void> {
    if (!this.#isLeading) return
    this.#untilPoll ??= Promise.withResolvers()
    this.#poked.abort()
    await this.#untilPoll.promise
  }

  async #watchWhile(lead: Lead): Promise<void> {
    const ending = AbortSignal.any([lead.lost, this.#stopping])
    this.#isLeading = true
    while (!ending.aborted) {
      this.#poked = new AbortController()
      const asked = this.#untilPoll
      this.#untilPoll = null
      const { pauseMs, isAtRest } = await this.#poll()
      asked?.resolve()
      const waking = AbortSignal.any([ending, this.#poked.signal])
      if (isAtRest) await this.#rest(pauseMs, waking)
      else await this.#pauses.pause(pauseMs, waking)
    }
    this.#isLeading = false
    this.#untilPoll?.resolve()
    gasDaysLeft.remove({ blockchain: this.#dependencies.chain.name })
    await lead.release()
  }

  /**
   * Waits while nothing is awaited on the chain: the provider is not asked meanwhile, only the
   * database, as often as the chain would be polled.
   */
  async #rest(pauseMs: number, waking: AbortSignal): Promise<void> {
    const { database, chain, log } = this.#dependencies
    const restsUntil = elapsedMs() + restMs
    for (let leftMs = restMs; leftMs > 0; leftMs = restsUntil - elapsedMs()) {
      const isHinted = await this.#pauses.pause(Math.min(pauseMs, leftMs), waking)
      if (isHinted || waking.aborted) return
      try {
        if (await isAnythingAwaited(database.pool, chain.name)) return
      } catch (error) {
        const about = { blockchain: chain.name, error: errorText(error) }
        return log.warn(about, 'the database does not say what is awaited; the chain is polled')
      }
    }
  }

  /** Polls; returns how long to wait before the next poll, and whether that may be longer. */
  async #poll(): Promise<{ pauseMs: number; isAtRest: boolean }> {
    const { chain, log } = this.#dependencies
    const node = chain.nodes[this.#nodeIndex]!
    try {
      const { head, hasMoved, isMoreWaiting, isAwaited } = await pollOnce(this.#dependencies, node)
      this.#errorsInRow = 0
      this.#pollTime.note(head)
      await this.#runBetweenPolls(node, hasMoved)
      const { ms, isFixed } = this.#pollTime
      if (isMoreWaiting) return { pauseMs: Math.min(ms, reportTakenMs), isAtRest: false }
      return { pauseMs: ms, isAtRest: !isAwaited && !isFixed }
    } catch (error) {
      const about = { blockchain: chain.name, node: chain.rpcNodes[this.#nodeIndex]?.name }
      log.warn(
        { ...about, error: detailsOf(error) },
        'the chain could not be read by this node; the next one is asked',
      )
      this.#switchToNextNode()
      return { pauseMs: this.#pauseAfterError(chain.nodes.length), isAtRest: false }
    }
  }

  #pauseAfterError(nodes: number): number {
    // The next node is asked at once, until all have failed.
    if (++this.#errorsInRow % nodes !== 0) return nextNodeMs
    const attempt = Math.max(1, this.#errorsInRow / nodes - quickRounds)
    return backoffMs(attempt, restAfterErrorMs, restAfterErrorsMsMax)
  }

  async #runBetweenPolls(node: Client, hasMoved: boolean): Promise<void> {
    const now = elapsedMs()
    if (hasMoved) this.#movedAt = now
    else if (now - this.#movedAt > stalledAfterMs) {
      this.#movedAt = now
      this.#switchToNextNode()
    }
    if (hasMoved && this.#dependencies.chain.embedded)
      await readGasBalances(this.#dependencies, node)
    for (const job of this.#jobs) {
      if (now < job.dueAt) continue
      job.dueAt = now + job.everyMs
      await job.run(node)
    }
  }

  #switchToNextNode(): void {
    this.#nodeIndex = (this.#nodeIndex + 1) % this.#dependencies.chain.nodes.length
  }

  async #tryToLead(): Promise<Lead | null> {
    const { database, chain, log } = this.#dependencies
    try {
      return await tryToLead(database.pool, `watcher of ${chain.name}`)
    } catch (error) {
      log.warn(
        { blockchain: chain.name, error: errorText(error) },
        'the lead of the watcher could not be taken; trying again in 2 s',
      )
      return null
    }
  }
}
