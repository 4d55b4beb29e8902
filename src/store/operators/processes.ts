/** Lists the processes of the service: each says by its row that it is there. All times are the database's. */
import type { Pool } from 'pg'
import type { Role } from '../../shared/nats-settings.ts'

export type ProcessIdentity = { id: string; release: string; host: string; pid: number }

export type ProcessView = ProcessIdentity & {
  roles: Role[]
  clockAheadMs: number
  startedAt: string
  seenAt: string
  /** False: it was killed, hangs, or does not reach the database. */
  isPresent: boolean
}

/** One that went without a word is shown for so long. */
const goneShownMinutes = 10

/**
 * More than a session of so little memory keeps there, so that PostgreSQL has to write it to its disk. A row alone
 * would not do: it fits into what a full disk has already given.
 */
const tryDisk = `set local work_mem = '64kB';
  with written as materialized (select repeat('x', 1000) from generate_series(1, 300))
  select count(*) from written`

/**
 * Writes that the process is there for `staysMs`, commits, and has PostgreSQL write some 300 kB of its own to its disk.
 * Rows of those that have been gone for ten minutes are removed.
 *
 * @throws where PostgreSQL cannot be reached, may not write, or has no space
 */
export async function notePresence(
  pool: Pool,
  { id, release, host, pid }: ProcessIdentity,
  {
    roles,
    clockAheadMs,
    staysMs,
  }: { roles: readonly Role[]; clockAheadMs: number; staysMs: number },
): Promise<void> {
  await pool.query({
    name: 'note-presence',
    text: `with gone as (
        delete from process where present_until < now() - $8 * interval '1 minute')
      insert into process (id, roles, release, host, pid, clock_ahead_ms, started_at, seen_at, present_until)
      values ($1, $2, $3, $4, $5, $6, now(), now(), now() + $7 * interval '1 millisecond')
      on conflict (id) do update set roles = excluded.roles, clock_ahead_ms = excluded.clock_ahead_ms,
        seen_at = excluded.seen_at, present_until = excluded.present_until`,
    values: [id, roles, release, host, pid, clockAheadMs, staysMs, goneShownMinutes],
  })
  await pool.query(tryDisk)
}

/** Removes the row of a process that ends. */
export async function removePresence(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from process where id = $1', [id])
}

/** Reads which roles any process that is there has started. */
export async function readPresentRoles(pool: Pool): Promise<Role[]> {
  const { rows } = await pool.query<{ role: Role }>({
    name: 'read-present-roles',
    text: `select distinct unnest(roles) as role from process where present_until > now()`,
  })
  return rows.map(({ role }) => role)
}

/** Lists the processes, those that are there first, then by host and start. */
export async function listProcesses(pool: Pool): Promise<ProcessView[]> {
  const { rows } = await pool.query<ProcessView>(
    `select id, roles, release, host, pid, clock_ahead_ms as "clockAheadMs", started_at as "startedAt",
       seen_at as "seenAt", present_until > now() as "isPresent"
     from process order by present_until > now() desc, host, started_at, id limit $1`,
    [processesShownMax],
  )
  return rows.map((row) => ({
    ...row,
    startedAt: new Date(row.startedAt).toISOString(),
    seenAt: new Date(row.seenAt).toISOString(),
  }))
}

const processesShownMax = 200
