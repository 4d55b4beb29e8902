/**
 * The endpoints for which the test clock does not wait: a call to them has been under way for longer
 * than an endpoint in order takes. A breakpoint may hold one for minutes, and each attempt at a dead one
 * for 15 s. Their webhooks keep their order, and arrive when they are taken.
 */
import type { Database } from '../store/database.ts'

/** A call may hold the clock for as long, in real time; well endpoints answer in milliseconds. */
const heldByCallMaxMs = 2_000

export class SlowCalls {
  readonly #database: Database
  readonly #seenAt = new Map<string, number>()
  readonly #endpointIds = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** The endpoints that had such a call since the clock began to move. */
  get endpointIds(): string[] {
    return [...this.#endpointIds]
  }

  /** Waits for every endpoint again. */
  forget(): void {
    this.#seenAt.clear()
    this.#endpointIds.clear()
  }

  /** Notes the calls that are under way, by the clock of this process. */
  async note(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ id: string; endpointId: string | null }>({
      name: 'calls-under-way',
      text: `select id, payload->>'endpointId' as "endpointId" from outbox
        where channel = 'webhook' and attempts > 0`,
    })
    const now = performance.now()
    const underWay = new Set(rows.map(({ id }) => id))
    for (const id of this.#seenAt.keys()) if (!underWay.has(id)) this.#seenAt.delete(id)
    for (const { id, endpointId } of rows) {
      const seenAt = this.#seenAt.get(id) ?? now
      this.#seenAt.set(id, seenAt)
      if (endpointId && now - seenAt > heldByCallMaxMs) this.#endpointIds.add(endpointId)
    }
  }
}
