/** Names of schemas: of the tables of a service that shares its database with others. A cell is named after its schema. */
import { z } from 'zod'

const lengthMax = 48
const shape = new RegExp(`^(?!pg_)[a-z][a-z0-9_]{0,${lengthMax - 1}}$`)

/** The one that tables are in where no other is named. */
export const usualSchema = 'public'

/** Null: the usual one. Such a name needs no quotes in SQL, and may stand in a subject of NATS. */
export const DatabaseSchema = z
  .string()
  .regex(shape)
  .transform((name) => (name === usualSchema ? null : name))
  .describe(
    `up to ${lengthMax} small letters, digits and _, a letter first, and none of PostgreSQL's own (pg_…)`,
  )
