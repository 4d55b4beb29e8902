/**
 * The destinations for which the test clock does not wait: a call to them has been under way for longer
 * than an endpoint in order takes. A breakpoint may hold one for minutes, and each attempt at a dead one
 * for 15 s. Their webhooks keep their order, and arrive when they are accepted.
 */
import type { Database } from '../store/database.ts'
import type { DestinationKey } from '../store/waiting-deliveries.ts'
import { elapsedMs } from '../shared/time.ts'

/** A call may hold the clock for as long, in real time; well endpoints answer in milliseconds. */
export const heldByCallMaxMs = 2_000

export class SlowCalls {
  readonly #database: Database
  readonly #seenAt = new Map<string, number>()
  readonly #destinations = new Map<string, DestinationKey>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns the destinations that had such a call since the clock began to move. */
  get destinations(): DestinationKey[] {
    return [...this.#destinations.values()]
  }

  /** Waits for every destination again. */
  forget(): void {
    this.#seenAt.clear()
    this.#destinations.clear()
  }

  /** Notes the calls that are under way, by the clock of this process. */
  async note(): Promise<void> {
    const { rows } = await this.#database.pool.query<DestinationKey & { id: string }>({
      name: 'calls-under-way',
      text: `select id, payload->>'endpointId' as "endpointId", payload->>'apiKey' as "apiKey" from outbox
        where channel = 'webhook' and name = 'sendWebhook' and attempts > 0`,
    })
    const now = elapsedMs()
    const underWay = new Set(rows.map(({ id }) => id))
    for (const id of this.#seenAt.keys()) if (!underWay.has(id)) this.#seenAt.delete(id)
    for (const { id, endpointId, apiKey } of rows) {
      const seenAt = this.#seenAt.get(id) ?? now
      this.#seenAt.set(id, seenAt)
      if (now - seenAt > heldByCallMaxMs)
        this.#destinations.set(`${endpointId}/${apiKey}`, { endpointId, apiKey })
    }
  }
}
