/**
 * Reads all rows of a list's filter, part by part, as they were at one moment: by a cursor inside one
 * read-only transaction, so that memory is that of one part, however many rows there are.
 */
import type { PoolClient } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { numbered } from '../views/numbered.ts'
import { readObject } from './conditions.ts'
import { type List, selectIds, whereOf } from './list.ts'

const rowsOfPart = 1_000
/** As long as a reader may pause before the database gives its snapshot up. */
export const readerPauseSecondsMax = 60
/** Keys of metadata that get a column of their own; the others stand together in one. */
export const metadataKeysMax = 200

type Wanted<Filter> = { owner: Owner; filter: Filter }
type Parts<Row> = { metadataKeys: string[]; parts: AsyncGenerator<Row[], void> }

/** Calls `use` with the rows, in the list's order; what it holds is released when `use` has ended. */
export async function* readAll<Filter, Row, Out>(
  { pool }: Pick<Database, 'pool'>,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
  use: (read: Parts<Row>) => AsyncGenerator<Out, void>,
): AsyncGenerator<Out, void> {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `set local idle_in_transaction_session_timeout = '${readerPauseSecondsMax}s'`,
    )
    const metadataKeys = await readMetadataKeys(client, list, wanted)
    yield* use({ metadataKeys, parts: readParts(client, list, wanted) })
    isBroken = false
  } finally {
    // A connection whose transaction met a fault, or was left in the middle, is closed: that ends it.
    if (!isBroken) await client.query('rollback').catch(() => (isBroken = true))
    client.release(isBroken)
  }
}

async function* readParts<Filter, Row>(
  client: PoolClient,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
): AsyncGenerator<Row[], void> {
  const { values, value } = numbered()
  await client.query(
    `declare rows_of_list no scroll cursor for ${selectIds(list, wanted, value)}`,
    values,
  )
  for (;;) {
    const { rows } = await client.query<{ id: string }>(`fetch ${rowsOfPart} from rows_of_list`)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const found = await list.readRows(client, wanted.owner, ids)
    yield ids.flatMap((id) => found.get(id) ?? [])
  }
}

/** The keys of the metadata of all rows, sorted; at most `metadataKeysMax`. */
async function readMetadataKeys<Filter, Row>(
  client: PoolClient,
  list: List<Filter, Row>,
  wanted: Wanted<Filter>,
): Promise<string[]> {
  if (!list.metadata) return []
  const { values, value } = numbered()
  const where = whereOf(list, wanted, value)
  const keys = new Set<string>()
  await client.query(
    `declare metadata_of_list no scroll cursor for
     select ${list.metadata.sql} as text from ${list.table}
     where ${where} and ${list.metadata.isThere}`,
    values,
  )
  for (;;) {
    const { rows } = await client.query<{ text: string }>(
      `fetch ${rowsOfPart} from metadata_of_list`,
    )
    for (const { text } of rows)
      for (const key of keysOf(text)) if (keys.size < metadataKeysMax) keys.add(key)
    if (rows.length === 0 || keys.size >= metadataKeysMax) break
  }
  await client.query('close metadata_of_list')
  return [...keys].toSorted()
}

const keysOf = (text: string): string[] => Object.keys(readObject(text) ?? {})
