/**
 * Reads every file of the archive again, and holds it against what the database says was written: after a move of the
 * files, or after a restore of database and files from backups.
 *
 *   DATABASE_URL=postgresql://… ARCHIVE_DIRECTORY=/var/lib/mandate/archive npm run operator -- check-archive
 */
import { connectDatabaseOf } from '../src/embedded/running-database.ts'
import { errorText } from '../src/shared/errors.ts'
import { readSettings } from '../src/shared/settings.ts'

type Archived = { file: string; rows: number; sha256: string }

try {
  const settings = readSettings(process.env)
  const database = await connectDatabaseOf(settings)
  try {
    const { archive, pool } = database
    if (!archive) throw new Error('set ARCHIVE_DIRECTORY to where the files of the archive are')
    const { rows } = await pool.query<Archived>(
      'select file, rows, sha256 from archived_month order by month, table_name, part',
    )
    for (const { file, ...written } of rows)
      try {
        await archive.check(file, written)
        console.log(`${file}: ${written.rows} rows, as they were written`)
      } catch (error) {
        console.error(errorText(error))
        process.exitCode = 1
      }
    if (!rows.length) console.log('nothing was archived yet')
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(errorText(error))
  process.exitCode = 1
}
