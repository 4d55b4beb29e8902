/**
 * Applies the migrations that a database lacks, as a start does, and takes down which tables each of them locks, and for how
 * long. Tables that a migration makes are left out: nobody knows them yet.
 */
import type { Migration } from '@mikro-orm/migrations'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Database, openForMigrations } from '../../src/store/database.ts'
import { migrationsList } from '../../src/store/starting/migrations-list.ts'

/** From the weakest; whoever reads is in nobody's way. */
const lockModes = [
  'RowExclusive',
  'ShareUpdateExclusive',
  'Share',
  'ShareRowExclusive',
  'Exclusive',
  'AccessExclusive',
] as const
export type LockMode = (typeof lockModes)[number]

/**
 * A lock of a migration on one table, unless a stronger one was held for as long; `heldMs`: from the statement that took it
 * to the end of the commit.
 */
type HeldLock = { table: string; bytes: number; mode: LockMode; heldMs: number }
export type Applied = { migration: string; locks: HeldLock[] }

/** Applies them one after another, each in a commit of its own. @throws where somebody is in the way */
export async function applyAndWatch(
  database: Database,
  tell: (applied: Applied) => void = () => undefined,
  list = migrationsList,
): Promise<Applied[]> {
  const orm = await openForMigrations(database, list)
  try {
    const pending = new Set((await orm.migrator.getPending()).map(({ name }) => name))
    const applied: Applied[] = []
    for (const { name, class: Given } of list)
      if (pending.has(name)) {
        const migration = new Given(orm.em.getDriver(), orm.config)
        applied.push({ migration: name, locks: await applyOne(orm.em, name, migration) })
        tell(applied.at(-1)!)
      }
    return applied
  } finally {
    await orm.close()
  }
}

type Table = { oid: number; table: string; bytes: number }
/** When which locks on a table were taken. */
type Taken = Map<LockMode, number>

async function applyOne(
  manager: EntityManager,
  name: string,
  migration: Migration,
): Promise<HeldLock[]> {
  const tables = await readTables(manager)
  const taken = new Map<number, Taken>()
  await manager.fork().transactional(async (em) => {
    migration.setTransactionContext(em.getTransactionContext()!)
    await note(em, taken, () => migration.up())
    for (const query of migration.getQueries())
      await note(em, taken, () => em.execute(query as string))
    await em.execute('insert into mikro_orm_migrations (name) values (?)', [name])
  })
  const endedAt = performance.now()
  return tables.flatMap(({ oid, table, bytes }) => {
    const modes = [...(taken.get(oid) ?? [])]
    return modes
      .filter(
        ([mode, at]) => !modes.some(([other, since]) => isStronger(other, mode) && since <= at),
      )
      .map(([mode, at]) => ({ table, bytes, mode, heldMs: endedAt - at }))
  })
}

const isStronger = (one: LockMode, other: LockMode): boolean =>
  lockModes.indexOf(one) > lockModes.indexOf(other)

/** Does one step, and notes which locks there are after it that were not there before. */
async function note(
  em: EntityManager,
  taken: Map<number, Taken>,
  step: () => unknown,
): Promise<void> {
  const at = performance.now()
  await step()
  for (const { oid, mode } of await readLocks(em)) {
    const ofTable: Taken = taken.get(oid) ?? new Map()
    if (!ofTable.has(mode)) ofTable.set(mode, at)
    taken.set(oid, ofTable)
  }
}

/** Partitions count as the table that they are of. */
const readTables = (em: EntityManager): Promise<Table[]> =>
  em.execute(
    `select oid::int as oid, relname as table,
       (select sum(pg_total_relation_size(relid))::float8
        from (select oid as relid union select relid from pg_partition_tree(oid)) parts) as bytes
     from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
       and relname <> 'mikro_orm_migrations'
     order by relname`,
  )

const readLocks = (em: EntityManager): Promise<{ oid: number; mode: LockMode }[]> =>
  em.execute(
    `select coalesce(pg_partition_root(relation), relation)::oid::int as oid,
       replace(mode, 'Lock', '') as mode
     from pg_locks
     where pid = pg_backend_pid() and locktype = 'relation' and granted
       and replace(mode, 'Lock', '') = any(string_to_array(?, ' '))`,
    [lockModes.join(' ')],
  )
