/** The link from a number to exactly the rows that it counts. */
import { z } from 'zod'

export const RowsLink = z.string().meta({
  id: 'RowsLink',
  description:
    'The rows of the number: a list of this API below its network, with the filter. `page.total` of it is the count',
  examples: ['charges?statusIn=Failed'],
})

/** Makes the link to a list with a filter; a field that is left out filters nothing. */
export function toRows(
  list: string,
  filter: Record<string, string | number | undefined> = {},
): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length ? `${list}?${query.toString()}` : list
}
