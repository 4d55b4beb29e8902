/** A process that may open no more files or connections. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

/** Opens files until there are no descriptors left, and then asks for a connection to PostgreSQL. */
const program = `
  import { openSync } from 'node:fs'
  import pg from 'pg'
  import { isDatabaseAway } from './src/store/database-errors.ts'
  const pool = new pg.Pool({ connectionString: process.argv[1] })
  try {
    for (;;) openSync('package.json')
  } catch {}
  const error = await pool.query('select 1').then(() => null, (error) => error)
  process.stdout.write(JSON.stringify({ code: error?.code, isAway: isDatabaseAway(error) }))
  process.exit()
`

test('without descriptors the database counts as away, which is answered 503 and passes', async () => {
  const run = ['--input-type=module', '--eval', program, inject('postgresUrl')]
  const limited = ['-c', 'ulimit -n 60 && exec "$0" "$@"', process.execPath, ...run]
  const { stdout } = await promisify(execFile)('sh', limited)
  expect(JSON.parse(stdout)).toEqual({ code: 'EMFILE', isAway: true })
})
