/**
 * The cells that one process of the HTTP role serves: each a service of its own, with its database and bus, and all
 * behind one address. What a request names from outside tells which of them it is about; where none has it, the first
 * answers as it would alone. With one cell nothing is looked for. Decision 0126.
 */
import type { Named } from '../../store/cells/finders.ts'
import type { HttpDependencies } from '../dependencies.ts'
import type { CellFinder } from './cell-finder.ts'
import type { ApiKeyCache } from '../authentication/api-key-cache.ts'
import type { KeyUses } from '../authentication/key-uses.ts'
import type { CustomerCaller } from '../authentication/customer.ts'
import type { Member } from '../authentication/people.ts'
import type { LiveStreams } from '../live/live-streams.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { RateLimiter } from '../routing/rate-limits.ts'

type Cell = RouteDependencies

export class Cells {
  readonly all: readonly Cell[]
  /** The first: whoever belongs to none is answered by it. */
  readonly home: Cell
  readonly #finder: CellFinder

  /** At least one; the finder is of the same ones, in their order. */
  constructor(cells: readonly Omit<Cell, 'cells'>[], finder: CellFinder) {
    this.#finder = finder
    this.all = cells.map((cell) => ({ ...cell, cells: this }))
    this.home = this.all[0]!
  }

  get isOnlyOne(): boolean {
    return this.all.length === 1
  }

  /** Returns the cell of that name. */
  named(name: string): Cell | undefined {
    return this.all.find(({ database }) => database.schema === name)
  }

  /**
   * Returns the cell that has what is named, or the first where none has it. `beforeLook` is called, and may throw, where that
   * is about to cost queries.
   *
   * @throws where a cell is away that may have it
   */
  async of(named: Named, beforeLook?: () => void): Promise<Cell> {
    return (await this.#find(named, beforeLook)) ?? this.home
  }

  /** Whether another cell than this one has it. */
  async isElsewhere(named: Named, { database }: Pick<Cell, 'database'>): Promise<boolean> {
    const found = await this.#find(named)
    return found !== null && found.database.schema !== database.schema
  }

  async #find(named: Named, beforeLook?: () => void): Promise<Cell | null> {
    if (this.isOnlyOne) return this.home
    const place = await this.#finder.find(named, beforeLook)
    return place === null ? null : this.all[place]!
  }
}

/** With those of one API's routes: each API counts its callers for itself. */
export type RouteDependencies = HttpDependencies & {
  /** Shared by all APIs, so that a key that is deleted in one opens nothing in the other. */
  keys: ApiKeyCache
  keyUses: KeyUses
  requestLog: RequestLog
  /** All that this process serves, this one among them. */
  cells: Cells
  limiter: RateLimiter
  liveSessions: LiveStreams<CustomerCaller>
  liveDashboards: LiveStreams<Member>
}
