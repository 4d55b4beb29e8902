/**
 * Says how long an upgrade would hold which tables: applies the migrations of this release to a restored copy of a database,
 * and prints for each what it locked, and for how long. It changes the copy as a start would.
 *
 *     DATABASE_URL=postgresql://…/copy npm run operator -- measure-migrations
 */
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { errorText } from '../src/shared/errors.ts'
import { readSettings } from '../src/shared/settings.ts'
import type { Database } from '../src/store/database.ts'
import { type Applied, applyAndWatch, type LockMode } from './migrations/held-locks.ts'

const waiting: Record<LockMode, string> = {
  RowExclusive: 'who writes the same rows',
  ShareUpdateExclusive: 'nobody',
  Share: 'who writes',
  ShareRowExclusive: 'who writes',
  Exclusive: 'who writes',
  AccessExclusive: 'everybody',
}

/** @throws where others are connected: what is measured with them in the way says nothing, and they would be in ours */
async function requireNobodyElse({ pool, schema }: Database): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid()`,
  )
  const { count } = rows[0]!
  if (count > 0)
    throw new Error(
      `${count} others are connected to this database (schema ${schema}): name a copy that nobody uses`,
    )
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`

function print({ migration, locks }: Applied): void {
  if (locks.length === 0) console.log(`| ${migration} | none that was there | | | |`)
  for (const { table, bytes, mode, heldMs } of locks)
    console.log(
      `| ${migration} | ${table} (${megabytes(bytes)}) | ${mode} | ${waiting[mode]} | ${Math.ceil(heldMs)} ms |`,
    )
}

try {
  const database = await connectDatabaseOf(readSettings(process.env))
  try {
    await requireNobodyElse(database)
    console.log('| migration | table | lock | who waits | held |\n| --- | --- | --- | --- | ---: |')
    const applied = await applyAndWatch(database, print)
    if (applied.length === 0) console.log('\nIt lacks no migration.')
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}
