/**
 * Reads what is partly in a table and partly in files, though a month may be archived meanwhile: one statement
 * says what the table holds and which files there are. It locks the partitions before it takes its snapshot, so
 * it sees a month in the table or its file in the list, never neither.
 */
import type { Pool } from 'pg'
import type { PartitionedTable } from '../partitions/partitioned.ts'
import { archivedFiles } from './archive.ts'

type Queried = { pool: Pick<Pool, 'query'> }
export type Statement = { text: string; values: unknown[] }

/** Tables of a database that have files: of others nothing is missing, and asking for it is half of the planner's work. */
const withFiles = new WeakMap<object, Set<string>>()

/** A month that is archived while files are read is rare; that this happens so often in a row is a fault. */
const triesMax = 5

type Reading<Missing, Archived> = {
  /** Selects the rows, those of files among them where these were read. */
  select: (archived: Archived | null) => Statement
  /** What of it the table does not hold, as a JSON value, null where it holds all; its values follow those of `select`. */
  missing: (firstValue: number) => Statement
  readFiles: (files: string[], missing: Missing) => Promise<Archived>
}

/** Reads the table alone where it holds all; else the files, and the table with them. */
export async function readBoth<Missing, Archived, Row extends object>(
  queried: Queried,
  table: PartitionedTable['name'],
  { select, missing, readFiles }: Reading<Missing, Archived>,
): Promise<{ rows: Row[]; archived: Archived | null }> {
  const known = withFiles.get(queried.pool) ?? new Set()
  withFiles.set(queried.pool, known)
  for (let tries = 1; tries <= triesMax; tries++) {
    const held = select(null)
    const isAsked = known.has(table)
    const asked = isAsked ? missing(held.values.length + 1) : nothing
    const found = await query<Missing, Row>(queried, table, held, asked)
    const isWhole = !found.files.length || (isAsked && found.missing === null)
    if (isWhole) return { rows: found.rows, archived: null }
    known.add(table)
    if (found.missing === null) continue
    const archived = await readFiles(found.files, found.missing)
    const read = await query<Missing, Row>(queried, table, select(archived))
    if (read.files.length === found.files.length) return { rows: read.rows, archived }
  }
  throw new Error(`months of ${table} were archived while it was read, ${triesMax} times in a row`)
}

const nothing: Statement = { text: 'null', values: [] }
type Found<Missing, Row> = { files: string[]; missing: Missing | null; rows: Row[] }
type Told<Missing> = Omit<Found<Missing, never>, 'rows'> & { isRow: true | null }

/** Where something is missing no rows are read: they would be read again. */
async function query<Missing, Row extends object>(
  { pool }: Queried,
  table: PartitionedTable['name'],
  { text, values }: Statement,
  missing = nothing,
): Promise<Found<Missing, Row>> {
  const { rows } = await pool.query<Row & Told<Missing>>(
    `with archive as materialized (
       select files, case when files <> '{}' then ${missing.text} end as missing
       from ${archivedFiles(table)})
     select files, missing, part.* from archive
     left join lateral (select true as "isRow", read.* from (${text}) read where missing is null) part on true`,
    [...values, ...missing.values],
  )
  const { files, missing: told } = rows[0]!
  return { files, missing: told, rows: rows.filter(({ isRow }) => isRow).map(withoutWhatIsTold) }
}

function withoutWhatIsTold<Row extends object>({
  files: _files,
  missing: _missing,
  isRow: _isRow,
  ...row
}: Row & Told<unknown>): Row {
  return row as unknown as Row
}
