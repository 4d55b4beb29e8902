/** Queries that are put together of conditions, each with values of its own. */

/** Adds a value to the query and returns its placeholder. */
export type ParameterValue = (value: unknown) => string

export function numbered(): { values: unknown[]; value: ParameterValue } {
  const values: unknown[] = []
  return { values, value: (value) => `$${values.push(value)}` }
}

/** Joins the conditions that are asked for; those left out are false. */
export const allOf = (conditions: (string | false)[]): string =>
  conditions.filter((condition) => condition !== false).join(' and ')
