/**
 * Finds the cell that has what a request names, and remembers it for all APIs of the process: nothing moves from one
 * cell to another, so what was found stays there.
 */
import type { Database } from '../../store/database.ts'
import { hasNamed, type Named } from '../../store/cells/finders.ts'
import { isStorable } from '../requests/storable-text.ts'

/** A name and its cell take some 200 bytes. */
const rememberedMax = 20_000

export class CellFinder {
  readonly #databases: readonly Pick<Database, 'pool'>[]
  /** A cell is remembered by its place: each API has dependencies of its own for it. */
  readonly #remembered = new Map<string, number>()

  constructor(databases: readonly Pick<Database, 'pool'>[]) {
    this.#databases = databases
  }

  /**
   * Returns the place of the cell that has what is named, in the order of the databases; null where none has it. `beforeLook` is
   * called, and may throw, where that is about to cost a query in each.
   *
   * @throws where a cell is away that may have it
   */
  async find(named: Named, beforeLook?: () => void): Promise<number | null> {
    const { by, value } = named
    if (!isStorable(value)) return null
    const key = `${by} ${value}`
    const known = this.#remembered.get(key)
    if (known !== undefined) return known
    beforeLook?.()
    const found = await this.#look(named)
    // An address is free again once an operator has shut its account out, and a logo may be set anew in another cell.
    if (found !== null && by !== 'email' && by !== 'logo') this.#remember(key, found)
    return found
  }

  async #look(named: Named): Promise<number | null> {
    const looked = await Promise.allSettled(
      this.#databases.map(({ pool }) => hasNamed(pool, named)),
    )
    const place = looked.findIndex((look) => look.status === 'fulfilled' && look.value)
    if (place >= 0) return place
    const failed = looked.find((look) => look.status === 'rejected')
    if (failed) throw failed.reason
    return null
  }

  #remember(key: string, place: number): void {
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size >= rememberedMax)
      this.#remembered.delete(oldest)
    this.#remembered.set(key, place)
  }
}
