/**
 * The turn-store: reads actors and writes batches of turns. No other code writes an actor table.
 */
import type { QueryResult } from 'pg'
import { momentOfId } from '../../shared/ids.ts'
import type { Message } from '../../shared/message.ts'
import { type ActorKind, codeOfKinds, type StoredActor } from '../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import type { Database } from '../database.ts'
import { writeIntoPartitions } from '../partitions/partitions.ts'
import type { Batch, ActorKey } from '../../core/turn/turn-rows.ts'
import { turnStatement } from './turn-statement.ts'
import { integerArray, textArray } from '../binary-array.ts'
import { keyOf } from '../../core/turn/turn-rows.ts'
import { isMessage } from './origins.ts'

/** The snapshot as text: parsed here, it costs less than by the driver. Null where it is that of the held revision. */
type LoadedRow = Omit<ActorRow, 'snapshot'> & { kind: ActorKind; snapshot: string | null }
/** An actor to read; one that is held already is read only where another revision of it is stored. */
type WantedActor = ActorKey & { heldRevision?: number | undefined }
/** No actor has it: the first turn makes revision 1. */
const noRevision = 0

type Loaded = {
  /** Actors whose revision is another than the one that is held. */
  moved: Map<string, StoredActor>
  /** The keys of actors that are there as they are held. An actor in neither is not there, or no longer. */
  unmoved: Set<string>
}

/** Reads actors, but for those whose held revision is the stored one: of these it only says that they are there. */
export async function loadActors(database: Database, wanted: WantedActor[]): Promise<Loaded> {
  const loaded: Loaded = { moved: new Map(), unmoved: new Set() }
  if (!wanted.length) return loaded
  const byKind = [...Map.groupBy(wanted, ({ kind }) => kind)].sort(([one], [other]) =>
    one.localeCompare(other),
  )
  const selects = byKind.map(
    (
      [kind],
      index,
    ) => `select '${kind}' as kind, e.id, merchant_id as "merchantId", network, status,
      phase, e.revision, machine_version as "machineVersion",
      case when e.revision <> w.revision then snapshot::text end as snapshot
      from unnest($${2 * index + 1}::text[], $${2 * index + 2}::integer[]) as w(id, revision)
      join ${kind} e on e.id = w.id`,
  )
  const { rows }: QueryResult<LoadedRow> = await database.pool.query({
    name: `load-${codeOfKinds(byKind.map(([kind]) => kind))}`,
    text: selects.join(' union all '),
    values: byKind.flatMap(([, group]) => [
      textArray(group.map(({ id }) => id)),
      integerArray(group.map(({ heldRevision }) => heldRevision ?? noRevision)),
    ]),
  })
  for (const { snapshot, ...row } of rows)
    if (snapshot === null) loaded.unmoved.add(keyOf(row))
    else
      loaded.moved.set(
        keyOf(row),
        toStoredActor(row.kind, { ...row, snapshot: JSON.parse(snapshot) }),
      )
  return loaded
}

/**
 * Writes a batch in one commit and returns the actors that were written; another process has moved
 * the others.
 */
export async function commitTurns(database: Database, batch: Batch): Promise<Set<string>> {
  const { pool } = database
  const { rows }: QueryResult<{ n: number }> = await writeIntoPartitions(
    pool,
    () => momentsOf(batch),
    () => pool.query(turnStatement(batch)),
  )
  return new Set(rows.map(({ n }) => keyOf(batch.actors[n - 1]!.actor)))
}

/** The moments of its turns, and those that decide where its deliveries are. */
const momentsOf = ({ journal, actors }: Batch): Date[] => [
  ...journal.map(({ at }) => new Date(at)),
  ...actors
    .filter(({ actor }) => actor.kind === 'delivery')
    .map(({ actor }) => momentOfId(actor.id)),
]

/**
 * Deletes the outbox rows of messages that changed nothing: those with the same content, not just
 * the same id.
 */
export async function dropConsumed(database: Database, messages: Message[]): Promise<void> {
  if (!messages.length) return
  const column = (read: (message: Message) => string) => textArray(messages.map(read))
  await database.pool.query({
    name: 'drop-consumed',
    text: `delete from outbox o
      using unnest($1::text[], $2::text[], $3::text[], $4::text[]) as m(id, kind, entity_id, event)
      where o.id = m.id and o.id = any($1) and ${isMessage('o')} and o.kind = m.kind
        and o.entity_id = m.entity_id
        and o.payload::text = m.event`,
    values: [
      column(({ id }) => id),
      column(({ kind }) => kind),
      column(({ entityId }) => entityId),
      column(({ event }) => JSON.stringify(event)),
    ],
  })
}
