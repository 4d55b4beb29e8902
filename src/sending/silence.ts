/**
 * Remembers for how long the nodes of a chain have not answered: the chain at all, and each step of a lane, because
 * nodes may answer everything but what one step needs. That they do not say what gas costs is shown to operators.
 */
import { forgetUnreadPrices, noteDifference, unreadPrices } from '../chain/agreement/differences.ts'
import type { ConnectedChain } from '../chain/clients.ts'
import { PricesUnread } from '../chain/gas/gas-quotes.ts'
import { errorText } from '../shared/errors.ts'
import type { ClaimedRow } from '../store/engine/outbox.ts'
import { elapsedMs } from '../shared/time.ts'
import type { SendingDependencies } from './dependencies.ts'

/** What was tried last so long ago was asked for no more since, and begins anew. */
const forgottenAfterMs = 10 * 60_000

/** Both by `elapsedMs()`. */
type Failing = { since: number; lastAt: number }

export class Silence {
  readonly #dependencies: SendingDependencies
  readonly #maxMs: number
  /** By chain, and by lane and request. */
  readonly #failing = new Map<string, Failing>()
  /** The chains whose nodes did not say what gas costs. */
  readonly #unpriced = new Set<string>()

  /** A chain that is silent for longer than `maxMs` makes its charges and sweeps report it. */
  constructor(dependencies: SendingDependencies, maxMs: number) {
    this.#dependencies = dependencies
    this.#maxMs = maxMs
  }

  /** Returns whether the chain has been silent for long; asking counts as having tried in vain. */
  isLongOf(blockchain: string): boolean {
    return this.#lasts(blockchain)
  }

  /** Notes a step that failed because nodes did not answer; returns whether that has been so for long. */
  async noteFailure(chain: ConnectedChain, rows: ClaimedRow[], error: unknown): Promise<boolean> {
    const isLong = [chain.name, keyOf(rows)].map((key) => this.#lasts(key)).includes(true)
    if (error instanceof PricesUnread) {
      this.#unpriced.add(chain.name)
      const difference = { what: 'Prices', subject: unreadPrices, detail: error.message } as const
      await this.#show(() => noteDifference({ ...this.#dependencies, chain }, difference))
    }
    return isLong
  }

  /** Notes a step that worked. */
  async noteAnswer(chain: ConnectedChain, rows: ClaimedRow[]): Promise<void> {
    this.#failing.delete(chain.name)
    // Another step may have worked without asking what gas costs.
    if (!this.#failing.delete(keyOf(rows)) || !this.#unpriced.delete(chain.name)) return
    await this.#show(() => forgetUnreadPrices({ ...this.#dependencies, chain }))
  }

  /** Nothing waits for what is only shown; what was not seen again for some minutes is not. */
  async #show(write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) =>
      this.#dependencies.log.warn(
        { error: errorText(error) },
        'whether nodes say what gas costs could not be stored',
      ),
    )
  }

  #lasts(key: string): boolean {
    const now = elapsedMs()
    const known = this.#failing.get(key)
    const since = known && now - known.lastAt <= forgottenAfterMs ? known.since : now
    this.#failing.set(key, { since, lastAt: now })
    return now - since > this.#maxMs
  }
}

const keyOf = ([row]: ClaimedRow[]): string => `${row!.lane} ${row!.name}`
