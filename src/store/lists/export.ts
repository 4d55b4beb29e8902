/**
 * Reads all rows of a list's filter, part by part, as they were at one moment: by a cursor inside one
 * read-only transaction, so that memory is that of one part, however many rows there are.
 */
import type { Pool, PoolClient } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import { numbered } from '../views/query-parameters.ts'
import { type List, selectIds } from './list.ts'

/** The first rows are not waited for longer than need be. */
const rowsOfFirstPart = 100
const rowsOfPart = 250
/** A reader may pause this long before the database gives its snapshot up. */
export const readerPauseSecondsMax = 60
/** Keys of metadata that get a column of their own; the others stand together in one. */
export const metadataKeysMax = 200

type ExportQuery<Filter> = { owner: Owner; filter: Filter }
type Parts<Row> = { metadataKeys: string[]; parts: AsyncGenerator<Row[], void> }

/** Calls `use` with the rows, in the list's order; what it holds is released when `use` has ended. */
export const readAll = <Filter, Row, Out>(
  reader: Pool,
  list: List<Filter, Row>,
  wanted: ExportQuery<Filter>,
  use: (read: Parts<Row>) => AsyncGenerator<Out, void>,
): AsyncGenerator<Out, void> =>
  readAtOneMoment(reader, async function* (client) {
    const metadataKeys = await readMetadataKeys(client, list, wanted.owner)
    yield* use({ metadataKeys, parts: readParts(client, list, wanted) })
  })

/** Calls `use` with a connection that sees one moment of the database, until `use` has ended. */
export async function* readAtOneMoment<Out>(
  reader: Pick<Pool, 'connect'>,
  use: (client: PoolClient) => AsyncGenerator<Out, void>,
): AsyncGenerator<Out, void> {
  const client = await reader.connect()
  let isBroken = true
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `set local idle_in_transaction_session_timeout = '${readerPauseSecondsMax}s'`,
    )
    yield* use(client)
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
  wanted: ExportQuery<Filter>,
): AsyncGenerator<Row[], void> {
  const { values, value } = numbered()
  const select = selectIds(list, wanted, value)
  for await (const rows of readByCursor<{ id: string }>(client, select, values)) {
    const ids = rows.map(({ id }) => id)
    const found = await list.readRows(client, wanted.owner, ids)
    yield ids.flatMap((id) => found.get(id) ?? [])
  }
}

/** Reads the rows of a statement, a part at a time, on a connection inside a transaction. */
export async function* readByCursor<Row extends object>(
  client: PoolClient,
  select: string,
  values: unknown[],
): AsyncGenerator<Row[], void> {
  await client.query(`declare rows_of_list no scroll cursor for ${select}`, values)
  for (let wantedRows = rowsOfFirstPart; ; wantedRows = rowsOfPart) {
    const { rows } = await client.query<Row>(`fetch ${wantedRows} from rows_of_list`)
    if (rows.length === 0) return
    yield rows
  }
}

/** The keys of the merchant's metadata, whatever the filter, sorted; at most `metadataKeysMax`. */
async function readMetadataKeys(
  client: PoolClient,
  list: Pick<List<never, never>, 'metadata'>,
  { merchantId, network }: Owner,
): Promise<string[]> {
  if (!list.metadata) return []
  const { rows } = await client.query<{ key: string }>(
    `select key from metadata_key where merchant_id = $1 and network = $2 and kind = $3
     order by key limit ${metadataKeysMax}`,
    [merchantId, network, list.metadata.keysOf],
  )
  return rows.map(({ key }) => key).toSorted()
}
