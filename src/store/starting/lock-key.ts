/**
 * The keys of Postgres's advisory locks. Locks are of a whole database, in which several cells have a schema each: what
 * only one process of a cell may do, one of each cell may.
 */

/** The schema of the session, if it is another than `public`. */
const ofSchema = `nullif(current_schema(), 'public')`

/** The key of a lock that has a name; `name` is an expression of SQL. */
export const lockKeyOf = (name: string): string =>
  `hashtextextended(${name} || coalesce(' ' || ${ofSchema}, ''), 0)`

/** The key of a lock that has a number; `number` is an expression of SQL. */
export const lockKeyOfNumber = (number: string): string =>
  `${number}::bigint + coalesce(hashtext(${ofSchema}), 0)`
