import pg from 'pg'
import { served } from './served.ts'

/** Runs a statement in the database of the service: for what cannot be waited for, or caused from outside. */
export async function runInDatabase<Row extends object>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: served.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(statement, values)
    return rows
  } finally {
    await client.end()
  }
}
