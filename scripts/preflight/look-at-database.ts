/** Looks at the database: that it is reached, what it keeps safe, and whether this release fits its tables, keys and actors. */
import { migrationsList } from '../../src/store/starting/migrations-list.ts'
import { compareVersions, countPlaces } from '../../src/actors/upgrading/count-places.ts'
import type { Intended } from '../../src/intended.ts'
import type { ChainSettings } from '../../src/shared/chains.ts'
import type { GivenKeys } from '../../src/shared/secrets/master-key.ts'
import { Secrets } from '../../src/shared/secrets/secrets.ts'
import type { Database } from '../../src/store/database.ts'
import { readMasterKeyId } from '../../src/store/master-key-id.ts'
import { type Finding, failed, look, ok, warning } from './finding.ts'

const connectionsMin = 100
const namedMax = 3

/** All of it, in the order in which a start would meet it. */
export async function lookAtDatabase(
  database: Database,
  { given, chains }: Intended,
): Promise<Finding[]> {
  const todo = 'see the error, and try again'
  return [
    ...(await look('PostgreSQL', todo, () => lookAtServer(database, chains))),
    ...(await look('tables', todo, () => lookAtMigrations(database))),
    ...(await look('master key', todo, () => lookAtKey(database, given))),
    ...(await look('stored actors', todo, () => lookAtActors(database))),
  ]
}

type Server = {
  version: string
  name: string
  size: string
  connections: number
  fsync: string
  mayCreate: boolean
  standbys: string
  isWaitedFor: boolean
  maySeeStandbys: boolean
}

async function lookAtServer(
  { pool }: Database,
  chains: readonly ChainSettings[],
): Promise<Finding[]> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version') as version, current_database() as name,
       pg_size_pretty(pg_database_size(current_database())) as size,
       current_setting('max_connections')::int as connections, current_setting('fsync') as fsync,
       has_schema_privilege(current_schema(), 'create') as "mayCreate",
       current_setting('synchronous_standby_names') as standbys,
       exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as "isWaitedFor",
       pg_has_role('pg_read_all_stats', 'usage') as "maySeeStandbys"`,
  )
  const { version, name, size, connections, fsync, mayCreate } = rows[0]!
  const about = 'PostgreSQL'
  const isReal = chains.some(({ network }) => network === 'MainNet')
  return [
    ok(
      about,
      `${version} answers; the database ${name} has ${size}, on a disk that only its server can look at`,
    ),
    mayCreate
      ? ok(about, 'this user may make tables')
      : failed(
          about,
          'this user may not make tables',
          'grant create on the schema to it, or make it the owner of the database',
        ),
    fsync === 'on'
      ? ok(about, 'commits are on disk before they are answered')
      : (isReal ? failed : warning)(
          about,
          'fsync is off: a crash of its machine loses everything',
          'set fsync = on',
        ),
    connections >= connectionsMin
      ? ok(about, `takes ${connections} connections`)
      : warning(
          about,
          `takes ${connections} connections, and a process uses up to 25`,
          `set max_connections to ${connectionsMin} or more`,
        ),
    lookAtStandbys(rows[0]!),
  ]
}

function lookAtStandbys({ standbys, isWaitedFor, maySeeStandbys }: Server): Finding {
  const about = 'PostgreSQL'
  if (standbys === '')
    return warning(
      about,
      'no standby is waited for: with the disk of this server the last commits are lost',
      'set up a synchronous standby (synchronous_standby_names)',
    )
  if (isWaitedFor) return ok(about, 'a synchronous standby has each commit as well')
  if (!maySeeStandbys)
    return warning(
      about,
      `synchronous_standby_names is ${standbys}, and this user may not see whether one is connected`,
      'grant pg_read_all_stats to it, or look at pg_stat_replication as another',
    )
  return failed(
    about,
    `no standby of synchronous_standby_names (${standbys}) is connected: commits wait for it for ever`,
    'start the standby, or take it out of the setting',
  )
}

/** Returns whether a table is there: before the first start none is. */
export async function hasTable(pool: Database['pool'], name: string): Promise<boolean> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [name],
  )
  return rows[0]!.isThere
}

async function lookAtMigrations({ pool }: Database): Promise<Finding[]> {
  const about = 'tables'
  if (!(await hasTable(pool, 'mikro_orm_migrations')))
    return [ok(about, 'there are none yet: the first start makes them')]
  const { rows } = await pool.query<{ name: string }>('select name from mikro_orm_migrations')
  const applied = rows.map(({ name }) => name)
  const known = migrationsList.map(({ name }) => name)
  const newer = applied.filter((name) => !known.includes(name))
  if (newer.length > 0)
    return [
      failed(
        about,
        `a newer release has changed them (${newer.slice(0, namedMax).join(', ')})`,
        'start that release, or restore the backup that was made before it',
      ),
    ]
  const pending = known.filter((name) => !applied.includes(name))
  if (pending.length === 0) return [ok(about, 'are those of this release')]
  return [
    warning(
      about,
      `${pending.length} migrations are pending, up to ${pending.at(-1)}: the first start applies them`,
      'make a backup first',
    ),
  ]
}

async function lookAtKey(database: Database, given: GivenKeys): Promise<Finding[]> {
  const about = 'master key'
  const neededId = await readMasterKeyId(database)
  if (given.current === null)
    return neededId === null
      ? [
          warning(
            about,
            'there is none yet: the first start draws one into DATA_DIR',
            'keep a copy apart from the database, or set MASTER_KEY',
          ),
        ]
      : [
          failed(
            about,
            `the database is sealed under ${neededId}, and none is given`,
            'put its file back into DATA_DIR, or set MASTER_KEY',
          ),
        ]
  const { masterKeyId, masterKeyIds } = new Secrets(given.current, given.old)
  if (neededId === null) return [ok(about, `${masterKeyId} will be the one of this database`)]
  if (!masterKeyIds.includes(neededId))
    return [
      failed(
        about,
        `the database is sealed under ${neededId}, and ${masterKeyIds.join(' and ')} is given`,
        'set MASTER_KEY to the key of this database',
      ),
    ]
  if (masterKeyId === neededId && given.old === null)
    return [ok(about, `${masterKeyId} is the one of this database`)]
  return [
    warning(
      about,
      'it is being exchanged',
      'npm run operator -- rotate-master-key, and then leave MASTER_KEY_OLD out',
    ),
  ]
}

/** Looks for the places of actors as the start does, and at a page of each kind whose version is the same. */
async function lookAtActors(database: Database): Promise<Finding[]> {
  const about = 'stored actors'
  if (!(await hasTable(database.pool, 'machine_version'))) return [ok(about, 'there are none yet')]
  const versions = await compareVersions(database)
  const newer = versions.filter(({ stored, known }) => stored > known).map(({ kind }) => kind)
  if (newer.length > 0)
    return [
      failed(
        about,
        `a newer release has written ${newer.join(', ')}`,
        'start that release, or restore the backup that was made before it',
      ),
    ]
  const places = await countPlaces(database, versions, { sampleOthers: true })
  const { same, moved, without, named } = places
  const says = `of ${same + moved + without} that were looked at ${same} stay as they are, ${moved} change, ${without} have no place`
  if (without > 0)
    return [
      failed(
        about,
        `${says}: ${named.join('; ')}`,
        'stay with the release before, and tell the authors of this one',
      ),
    ]
  return [
    moved > 0
      ? warning(about, `${says}: the first start brings them over`, 'make a backup first')
      : ok(about, says),
  ]
}
