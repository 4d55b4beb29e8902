/**
 * The turn-store: reads actors and writes batches of turns. Nothing else writes an
 * actor table.
 */
import type { QueryResult } from 'pg'
import type { Kind, StoredActor, StoredSnapshot } from '../shared/stored-actor.ts'
import type { Database } from './database.ts'
import type { Batch } from './turn-rows.ts'
import { turnStatement } from './turn-statement.ts'
import { textArray } from './binary-array.ts'

export type ActorKey = { kind: Kind; id: string }
export const keyOf = ({ kind, id }: ActorKey): string => `${kind}/${id}`

/** Reads actors of any kinds in one query; those that do not exist are missing in the answer. */
export async function loadActors(
  database: Database,
  keys: ActorKey[],
): Promise<Map<string, StoredActor>> {
  if (!keys.length) return new Map()
  const byKind = [...Map.groupBy(keys, ({ kind }) => kind)].sort(([one], [other]) =>
    one.localeCompare(other),
  )
  const selects = byKind.map(
    ([kind], index) => `select '${kind}' as kind, id, merchant_id, network, status, phase, revision,
      machine_version, snapshot::text as snapshot from ${kind} where id = any($${index + 1}::text[])`,
  )
  const { rows }: QueryResult<ActorRow> = await database.pool.query({
    name: `load-${byKind.map(([kind]) => kind).join('+')}`,
    text: selects.join(' union all '),
    values: byKind.map(([, group]) => textArray(group.map(({ id }) => id))),
  })
  return new Map(rows.map((row) => [keyOf(row), toStoredActor(row)]))
}

/** Writes a batch in one commit and answers which actors were written; the others were moved by somebody else. */
export async function commitTurns(database: Database, batch: Batch): Promise<Set<string>> {
  const { rows }: QueryResult<{ n: number }> = await database.pool.query(turnStatement(batch))
  return new Set(rows.map(({ n }) => keyOf(batch.actors[n - 1]!.actor)))
}

/** Of these messages, the ones that some turn has consumed already. */
export async function findConsumed(database: Database, messageIds: string[]): Promise<Set<string>> {
  if (!messageIds.length) return new Set()
  const { rows }: QueryResult<{ message_id: string }> = await database.pool.query({
    name: 'find-consumed',
    text: 'select message_id from journal where message_id = any($1::text[])',
    values: [textArray(messageIds)],
  })
  return new Set(rows.map(({ message_id }) => message_id))
}

/** Deletes outbox rows whose messages changed nothing. */
export async function dropConsumed(database: Database, messageIds: string[]): Promise<void> {
  if (!messageIds.length) return
  await database.pool.query({
    name: 'drop-consumed',
    text: 'delete from outbox where id = any($1::text[])',
    values: [textArray(messageIds)],
  })
}

type ActorRow = {
  kind: Kind
  id: string
  merchant_id: string
  network: StoredActor['network']
  status: string
  phase: string
  revision: number
  machine_version: number
  snapshot: string
}

const toStoredActor = (row: ActorRow): StoredActor => ({
  kind: row.kind,
  id: row.id,
  merchantId: row.merchant_id,
  network: row.network,
  status: row.status,
  phase: row.phase,
  revision: row.revision,
  machineVersion: row.machine_version,
  snapshot: JSON.parse(row.snapshot) as StoredSnapshot,
})
