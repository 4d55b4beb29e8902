/**
 * The cells that one process of the HTTP role serves: each a service of its own, with its database and bus, and all
 * behind one address. What a request names from outside tells which of them it is about; where none has it, the first
 * answers as it would alone. With one cell nothing is looked for. Decision 0126.
 */
import { hasNamed, type Named } from '../../store/cells/finders.ts'
import type { RouteDependencies } from '../dependencies.ts'
import { isStorable } from '../requests/storable-text.ts'

/** A name and its cell take some 200 bytes. */
const rememberedMax = 20_000

type Cell = RouteDependencies

export class Cells {
  readonly all: readonly Cell[]
  /** The first: whoever belongs to none is answered by it. */
  readonly home: Cell
  readonly #remembered = new Map<string, Cell>()

  /** At least one. */
  constructor(cells: readonly Omit<Cell, 'cells'>[]) {
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
   * Returns the cell that has what is named, or the first where none has it.
   *
   * @throws where a cell is away that may have it
   */
  async of(named: Named): Promise<Cell> {
    return (await this.#find(named)) ?? this.home
  }

  /** Whether another cell than this one has it. */
  async isElsewhere(named: Named, { database }: Pick<Cell, 'database'>): Promise<boolean> {
    const found = await this.#find(named)
    return found !== null && found.database.schema !== database.schema
  }

  async #find(named: Named): Promise<Cell | null> {
    if (this.isOnlyOne) return this.home
    const { by, value } = named
    if (!isStorable(value)) return null
    const key = `${by} ${value}`
    const known = this.#remembered.get(key)
    if (known) return known
    const found = await this.#look(named)
    if (found) this.#remember(key, found)
    return found
  }

  async #look(named: Named): Promise<Cell | null> {
    const looked = await Promise.allSettled(
      this.all.map(({ database }) => hasNamed(database.pool, named)),
    )
    const at = looked.findIndex((look) => look.status === 'fulfilled' && look.value)
    if (at >= 0) return this.all[at]!
    const failed = looked.find((look) => look.status === 'rejected')
    if (failed) throw failed.reason
    return null
  }

  /** Nothing moves from one cell to another, so what was found stays there. */
  #remember(key: string, cell: Cell): void {
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size >= rememberedMax)
      this.#remembered.delete(oldest)
    this.#remembered.set(key, cell)
  }
}
