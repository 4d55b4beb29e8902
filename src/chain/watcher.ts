/**
 * The watcher: sees to it that what happens on each chain reaches the subscriptions and the
 * transactions. One process leads for each chain; it looks every `pollMs`, and at once when it is
 * asked to. A node that fails, or stands still while others may not, is left for the next one.
 */
import type { Client } from 'viem'
import type { Bus } from '../bus/bus.ts'
import { errorText } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { wait } from '../shared/retry.ts'
import type { Database } from '../store/database.ts'
import type { ConnectedChain, ConnectedChains } from './clients.ts'
import { type Errand, errandsOf } from './errands.ts'
import { readGasBalances } from './gas-balances.ts'
import { type Lead, tryToLead } from './leader.ts'
import { look } from './look.ts'
import type { WatchRoom } from './watch-room.ts'

export type WatcherDependencies = {
  database: Database
  bus: Bus
  log: Log
  chains: ConnectedChains
  /** Between two looks; 500 on a local chain, about a block's time on others. */
  pollMs: number
}

const leadPollMs = 2_000
/** How soon an actor has usually heard what it was told. */
const hearingMs = 30
const restAfterErrorMs = 500
const stillAfterMs = 30_000

/** Starts to watch every chain; `stop` lets the look under way end. */
export function startWatcher(dependencies: WatcherDependencies): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const watchers = [...dependencies.chains.values()].map((chain) =>
    new ChainWatcher(dependencies, chain, stopping.signal).run(),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(watchers)
    },
  }
}

class ChainWatcher {
  readonly #room: WatchRoom
  readonly #pollMs: number
  readonly #stopping: AbortSignal
  #poked = new AbortController()
  #nodeIndex = 0
  #movedAt = performance.now()
  readonly #errands: Errand[]

  constructor(
    { pollMs, ...room }: WatcherDependencies,
    chain: ConnectedChain,
    stopping: AbortSignal,
  ) {
    this.#room = { ...room, chain }
    this.#pollMs = pollMs
    this.#stopping = stopping
    this.#errands = errandsOf(this.#room)
  }

  async run(): Promise<void> {
    const unlisten = this.#room.bus.onWake('chain', () => this.#poked.abort())
    while (!this.#stopping.aborted) {
      const lead = await this.#tryToLead()
      if (lead) await this.#watchWhile(lead)
      else await wait(leadPollMs, this.#stopping)
    }
    unlisten()
  }

  async #watchWhile(lead: Lead): Promise<void> {
    const ending = AbortSignal.any([lead.lost, this.#stopping])
    while (!ending.aborted) {
      this.#poked = new AbortController()
      const pauseMs = await this.#lookOnce()
      await wait(pauseMs, AbortSignal.any([ending, this.#poked.signal]))
    }
    await lead.release()
  }

  /** Looks; returns how long to wait before the next look. */
  async #lookOnce(): Promise<number> {
    const { chain, log } = this.#room
    const node = chain.nodes[this.#nodeIndex]!
    try {
      const { hasMoved, isMoreWaiting } = await look(this.#room, node)
      await this.#keepUp(node, hasMoved)
      return isMoreWaiting ? Math.min(this.#pollMs, hearingMs) : this.#pollMs
    } catch (error) {
      log.warn({ blockchain: chain.name, error: errorText(error) }, 'the chain could not be read')
      this.#turnToNextNode()
      return restAfterErrorMs
    }
  }

  async #keepUp(node: Client, hasMoved: boolean): Promise<void> {
    const now = performance.now()
    if (hasMoved) {
      this.#movedAt = now
      await readGasBalances(this.#room, node)
    } else if (now - this.#movedAt > stillAfterMs) {
      this.#movedAt = now
      this.#turnToNextNode()
    }
    for (const errand of this.#errands) {
      if (now < errand.dueAt) continue
      errand.dueAt = now + errand.everyMs
      await errand.run(node)
    }
  }

  #turnToNextNode(): void {
    this.#nodeIndex = (this.#nodeIndex + 1) % this.#room.chain.nodes.length
  }

  async #tryToLead(): Promise<Lead | null> {
    const { database, chain, log } = this.#room
    try {
      return await tryToLead(database.pool, `watcher of ${chain.name}`)
    } catch (error) {
      log.warn({ blockchain: chain.name, error: errorText(error) }, 'the lead could not be taken')
      return null
    }
  }
}
