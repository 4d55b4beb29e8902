/** The cell in which a new merchant is placed, where nobody says another. */
import { errorText } from '../../shared/errors.ts'
import { type CellSize, readCellSize } from '../../store/cells/cell-size.ts'
import { serviceUnavailable } from '../error-answers.ts'
import type { Cells, RouteDependencies } from './cells.ts'

/** A smaller difference between cells does not count; the number of merchants decides then. */
const stepBytes = 1024 ** 3

export type LookedAt = { cell: RouteDependencies; fullness: CellSize | null }

/** Looks how full each cell is; null of one that does not answer. */
export const lookAtCells = ({ all }: Cells): Promise<LookedAt[]> =>
  Promise.all(
    all.map(async (cell) => ({
      cell,
      fullness: await readCellSize(cell.database.pool).catch((error: unknown) => {
        const { schema } = cell.database
        cell.log.warn({ cell: schema, error: errorText(error) }, 'a cell does not answer')
        return null
      }),
    })),
  )

/**
 * Returns the cell with the least data, and among those that are about as full the one with the fewest merchants.
 *
 * @throws where none answers
 */
export async function emptiestOf(cells: Cells): Promise<RouteDependencies> {
  if (cells.isOnlyOne) return cells.home
  const answering = (await lookAtCells(cells)).flatMap(({ cell, fullness }) =>
    fullness ? [{ cell, steps: Math.floor(fullness.bytes / stepBytes), ...fullness }] : [],
  )
  const [emptiest] = answering.toSorted(
    (one, other) => one.steps - other.steps || one.merchants - other.merchants,
  )
  if (!emptiest) throw serviceUnavailable()
  return emptiest.cell
}
