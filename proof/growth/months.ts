/** The months that the partitioned tables of a filled database hold, and the ids of what happened in each. */
import { dayMs } from '../../machines/durations.ts'
import { lowestId } from '../../src/shared/ids.ts'
import { type Month, monthOf, startOf } from '../../src/store/partitions/months.ts'

/** Older months are kept elsewhere. */
const monthsHeld = 4

/** The earliest first; the last one is the month of now. */
export const heldMonths: readonly Month[] = Array.from({ length: monthsHeld }, (_, index) => {
  const now = new Date()
  return monthOf(
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthsHeld - 1 - index))),
  )
})

/** Begins the ids of a month; they go on with a number of twelve digits. */
export const idPrefixOf = (month: Month): string =>
  lowestId(new Date(startOf(month).getTime() + dayMs)).slice(0, 10)

/** Returns the id of a copied row by its number in its month, from 1. */
export const idIn = (month: Month, n: number): string =>
  `${idPrefixOf(month)}${String(n).padStart(12, '0')}`
