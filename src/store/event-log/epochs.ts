/**
 * Epochs of the database: the time between two restores or failovers. A database that was set back has forgotten
 * the newest events, of which merchants have been told: it may not give their numbers to others. So whoever logs
 * events looks whether the database is still where its epoch began, in the commit that would give the numbers; in
 * another place a new epoch begins, whose numbers are higher than any that can have been given out. Decision 0112.
 */
import type { PoolClient } from 'pg'
import type { MerchantEventPayload } from '../../shared/event-types.ts'
import { runInOneCommit } from '../commit.ts'
import type { Database } from '../database.ts'
import { insertIntoOutbox } from '../engine/outbox.ts'

/** Log numbers that a new epoch skips for each merchant and network: more than are given between two backups. */
const skippedNumbers = 1_000_000
/**
 * And for each second since this copy of the database has logged its last event, so that a backup that is restored
 * twice skips what was reported after the first time; up to a number, which is reached after three years.
 */
const skippedPerSecond = 10
const skippedForTimeMax = 1_000_000_000

/**
 * Tells where this database is: the server's identity, its timeline, which rises when a standby or a backup takes over,
 * the database, and a table that a restore into an existing database makes anew. A copy of a stopped server's files, or
 * of its volume, is in the same place: the operator says so, by `npm run operator -- restored`.
 */
const presentPlace = `concat_ws('/', (select system_identifier from pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (select oid from pg_database where datname = current_database()), 'epoch'::regclass::oid)`

/**
 * Whether the newest epoch, if any, began in this place: a condition for the statement that relies on it. The place is asked
 * beside the table, by one query: where Citus has the schema on a node, it is the node's.
 */
export const isInKnownPlace = `coalesce((select place = ${presentPlace} from epoch order by number desc limit 1), true)`

export type BegunEpoch = {
  number: number
  /** Merchants' logs that have skipped numbers, one for each network. */
  logs: number
}

/**
 * Begins an epoch, where the database is in another place than the newest one began in, or where it `isRestored` by
 * an operator's word; null where neither is so. The first epoch of a database skips nothing, and nobody hears of it.
 */
export const beginEpoch = (
  { pool }: Pick<Database, 'pool'>,
  { now, isRestored = false }: { now: Date; isRestored?: boolean },
): Promise<BegunEpoch | null> =>
  runInOneCommit(pool, async (client) => {
    await client.query('lock table epoch in share row exclusive mode')
    const { rows } = await client.query<{ last: number | null; isKnown: boolean; place: string }>(
      `select max(number) as last, ${isInKnownPlace} as "isKnown", ${presentPlace} as place from epoch`,
    )
    const { last, isKnown, place } = rows[0]!
    const isFirst = last === null && !isRestored
    if (isKnown && !isFirst && !isRestored) return null
    const number = isFirst ? 0 : (last ?? 0) + 1
    await client.query(
      'insert into epoch (number, place, began_at) values ($1, $2, clock_timestamp())',
      [number, place],
    )
    return { number, logs: isFirst ? 0 : await skipNumbers(client, number, now) }
  })

/**
 * Skips numbers in all logs: those that have events, and those that may have had some, because somebody may read them.
 * Each hears so by the first event behind the gap.
 */
async function skipNumbers(client: PoolClient, epoch: number, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    `with gap as materialized (
       select $2::int + least($4::int, coalesce(ceil($3::int * greatest(0,
         extract(epoch from clock_timestamp() - max(counted_at)))), 0))::int as size from event_counter
     ), owner as materialized (
       select merchant_id, network from event_counter union select merchant_id, network from api_key
     ), counted as (
       insert into event_counter as c (merchant_id, network, last_log_number, counted_at)
       select merchant_id, network, size, clock_timestamp() from owner, gap order by merchant_id, network
       on conflict (merchant_id, network) do update
         set last_log_number = c.last_log_number + excluded.last_log_number, counted_at = excluded.counted_at
       returning merchant_id, network, last_log_number
     ), skipped as (
       insert into event_gap (merchant_id, network, after_log_number, until_log_number, epoch)
       select merchant_id, network, last_log_number - size, last_log_number, $1 from counted, gap
       returning *
     ), first as materialized (
       select coalesce(min(available_at), now()) - interval '1 second' as moment from outbox where channel = 'event'
     )
     ${insertIntoOutbox}
     select concat_ws('/', 'eventLog', merchant_id, network, $1), 'event', $5, 'delivery', merchant_id,
       merchant_id, network, concat_ws('/', 'eventLog', merchant_id, network), $6::jsonb || jsonb_build_object(
         'resource', jsonb_build_object('epoch', $1::int, 'lastLogNumber', after_log_number)), $7, $8,
       first.moment
     from skipped, first`,
    [
      epoch,
      skippedNumbers,
      skippedPerSecond,
      skippedForTimeMax,
      restoredEvent.eventType,
      JSON.stringify({ ...restoredEvent, sequence: epoch }),
      JSON.stringify({ type: 'command', command: 'database.restore', by: 'operator' }),
      now.toISOString(),
    ],
  )
  return rowCount ?? 0
}

const restoredEvent = {
  eventType: 'EventLogRestored',
  resourceKind: 'eventLog',
  resourceId: 'eventLog',
  previousStatus: null,
} satisfies Partial<MerchantEventPayload>
