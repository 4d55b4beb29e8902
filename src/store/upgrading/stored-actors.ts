/** Reads the stored actors of a kind in pages, and to which version each kind was brought. */
import type { ActorKind, StoredActor } from '../../shared/stored-actor.ts'
import { type ActorRow, toStoredActor } from '../actor-row.ts'
import type { Database } from '../database.ts'

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

/** Reads to which version the actors of each kind have been brought; a kind that is missing is at 1. */
export async function readMachineVersions({
  pool,
}: Pick<Database, 'pool'>): Promise<Map<ActorKind, number>> {
  const { rows } = await pool.query<{ kind: ActorKind; version: number }>(
    'select kind, version from machine_version',
  )
  return new Map(rows.map(({ kind, version }) => [kind, version]))
}

/** Stores the newest version that any actor of a kind may have. */
export async function saveMachineVersion(
  { pool }: Pick<Database, 'pool'>,
  kind: ActorKind,
  version: number,
): Promise<void> {
  await pool.query(
    `insert into machine_version (kind, version) values ($1, $2)
     on conflict (kind) do update set version = greatest(machine_version.version, excluded.version)`,
    [kind, version],
  )
}
