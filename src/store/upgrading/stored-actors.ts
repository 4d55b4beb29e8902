/** Reads the stored actors of a kind in pages, and their journals. */
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import { queryTurns } from '../archive/archived-turns.ts'
import type { Database } from '../database.ts'
import type { JournalledTurn } from '../views/entities/journal.ts'

/** Actors that are read together. */
const pageSize = 200

/** Gives all actors of a kind, or those of an earlier machine version than `before`, page by page in the order of their ids. */
export async function* readStoredActors(
  { pool }: Pick<Database, 'pool'>,
  kind: ActorKind,
  { before = null }: { before?: number | null } = {},
): AsyncGenerator<StoredActor[]> {
  for (let after = ''; ;) {
    const { rows } = await pool.query<ActorRow>(
      `select id, merchant_id as "merchantId", network, status, phase, revision,
         machine_version as "machineVersion", snapshot
       from ${kind} where id > $1 and ($2::int is null or machine_version < $2) order by id limit $3`,
      [after, before, pageSize],
    )
    if (rows.length === 0) return
    yield rows.map((row) => toStoredActor(kind, row))
    after = rows.at(-1)!.id
  }
}

/** Reads the whole journals of some actors of one kind, each in order, by their ids. */
export async function readJournals(
  database: Pick<Database, 'pool' | 'archive'>,
  actors: readonly StoredActor[],
): Promise<Map<string, JournalledTurn[]>> {
  const rows = await queryTurns<JournalledTurn>(database, actors, {
    text: (
      turns,
    ) => `select j.kind, j.entity_id as "entityId", j.merchant_id as "merchantId", j.network, j.revision, j.event,
       j.from_state as "fromState", j.to_state as "toState", j.cause,
       round(extract(epoch from j.at) * 1000)::float8 as at
     from unnest($2::text[], $3::text[], $4::int[]) as a(kind, id, revision)
     join ${turns} j on j.kind = a.kind and j.entity_id = a.id and j.revision <= a.revision
     where j.kind = any($2) and j.entity_id = any($3)
     order by j.entity_id, j.revision`,
    values: [
      actors.map(({ kind }) => kind),
      actors.map(({ id }) => id),
      actors.map(({ revision }) => revision),
    ],
  })
  return Map.groupBy(rows, ({ entityId }) => entityId)
}

/** Reads to which version the actors of each kind have been brought; a kind that is missing is at 1. */
export async function readMachineVersions({
  pool,
}: Pick<Database, 'pool'>): Promise<Map<ActorKind, number>> {
  const { rows } = await pool.query<{ kind: ActorKind; version: number }>(
    'select kind, version from machine_version',
  )
  return new Map(rows.map(({ kind, version }) => [kind, version]))
}

/** Stores the newest version that any actor of a kind may have; `kept`: which one, where there is one. */
const storingVersion =
  (kept: string) =>
  async ({ pool }: Pick<Database, 'pool'>, kind: ActorKind, version: number): Promise<void> => {
    await pool.query(
      `insert into machine_version (kind, version) values ($1, $2)
       on conflict (kind) do update set version = ${kept}`,
      [kind, version],
    )
  }

export const saveMachineVersion = storingVersion(
  'greatest(machine_version.version, excluded.version)',
)

/** Sets it to an earlier version, too. */
export const setMachineVersion = storingVersion('excluded.version')
