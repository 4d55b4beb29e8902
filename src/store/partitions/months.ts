/** Months of UTC, by which the tables that grow with what happens are partitioned: `2026-11`. */
export type Month = `${number}-${number}`

export const monthOf = (at: Date): Month => at.toISOString().slice(0, 7) as Month

export const startOf = (month: Month): Date => new Date(`${month}-01T00:00:00.000Z`)

export function monthAfter(month: Month): Month {
  const start = startOf(month)
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)))
}
