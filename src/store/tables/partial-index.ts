/** The indexes that hold only some rows of a table of actors. */

/** Writes a list of texts as Postgres gives it back. */
export const arrayOf = (statuses: readonly string[]): string =>
  `ARRAY[${statuses.map((status) => `'${status}'::text`).join(', ')}]`

/** Writes the condition that a status is one of these, as Postgres gives it back. */
export const isOneOf = (statuses: readonly string[]): string =>
  `(status = ANY (${arrayOf(statuses)}))`

/** An index of some rows; `where` as Postgres writes it back, or every comparison of schemas finds a difference. */
export const partialIndex = <const Property extends string>(
  name: string,
  properties: Property[],
  where: string,
) => ({ name, properties, where })
