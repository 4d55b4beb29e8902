/**
 * Commands to many actors, as rows: which they are is decided when it is asked for, and what became of each is
 * written beside it, so that whoever goes on after a crash knows what is left.
 */
import type { PoolClient } from 'pg'
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { type List, orderOf, whereOf } from '../lists/list.ts'
import type { AuditTrail } from '../people/audit.ts'
import { numbered } from '../views/numbered.ts'

export const targetsMax = 100_000
/** Beyond which a merchant waits for one to end. */
export const jobsRunningMax = 5

export type Wanted<Filter, Row> = {
  owner: Owner
  list: List<Filter, Row>
  filter: Filter
  command: string
}

const accepts = (table: string, command: string): string =>
  `${table}.snapshot->'acceptedCommands' ? ${command}`

export type Preview = {
  matches: number
  /** How many take the command. */
  can: number
  /** Those that do not, by the state that they are in. */
  cannot: { status: string; phase: string; count: number }[]
}

/** Counts who would take the command, and who would not, by state. */
export async function previewMany<Filter, Row>(
  { pool }: Pick<Database, 'pool'>,
  { owner, list, filter, command }: Wanted<Filter, Row>,
): Promise<Preview> {
  const { values, value } = numbered()
  const { rows } = await pool.query<Group>(
    `select status, phase, ${accepts(list.table, value(command))} as can, count(*)::int as count
     from ${list.table} where ${whereOf(list, { owner, filter }, value)}
     group by 1, 2, 3 order by 4 desc, 1, 2`,
    values,
  )
  const sum = (groups: Group[]) => groups.reduce((total, { count }) => total + count, 0)
  const refusing = rows.filter(({ can }) => !can)
  return {
    matches: sum(rows),
    can: sum(rows) - sum(refusing),
    cannot: refusing.map(({ status, phase, count }) => ({ status, phase, count })),
  }
}

type Group = { status: string; phase: string; can: boolean; count: number }

export type NewJob = {
  id: string
  key: string
  listName: string
  filterText: string
  askedBy: string
  at: Date
  /** As many as were seen to take the command. */
  expected: number
  audit?: AuditTrail | undefined
}
export type Created =
  | { outcome: 'created' | 'exists'; id: string }
  | { outcome: 'changed'; found: number }
  | { outcome: 'tooMany'; running: number }

/** Writes the job and its targets in one commit, if as many take the command as were expected. */
export async function createJob<Filter, Row>(
  { pool }: Pick<Database, 'pool'>,
  wanted: Wanted<Filter, Row>,
  job: NewJob,
): Promise<Created> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const created = await writeJob(client, wanted, job)
    await client.query(created.outcome === 'created' ? 'commit' : 'rollback')
    return created
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function writeJob<Filter, Row>(
  client: PoolClient,
  wanted: Wanted<Filter, Row>,
  job: NewJob,
): Promise<Created> {
  const { merchantId, network } = wanted.owner
  const of = [merchantId, network]
  // One at a time of a merchant: two that come together count each other.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`act-on-many/${of.join('/')}`])
  const { rows } = await client.query<{ id: string | null; running: number }>(
    `select count(*) filter (where status = 'Running')::int as running,
       min(id) filter (where key = $3) as id
     from act_on_many where merchant_id = $1 and network = $2`,
    [...of, job.key],
  )
  const { id, running } = rows[0]!
  if (id !== null) return { outcome: 'exists', id }
  if (running >= jobsRunningMax) return { outcome: 'tooMany', running }
  const found = await writeTargets(client, wanted, job.id)
  if (found !== job.expected || found > targetsMax) return { outcome: 'changed', found }
  await client.query(
    `insert into act_on_many (id, merchant_id, network, key, list, command, filter, asked_by, status, total,
       created_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9::int > 0 then 'Running' else 'Done' end, $9,
       $10::timestamptz, case when $9::int = 0 then $10::timestamptz end)`,
    [
      job.id,
      ...of,
      job.key,
      job.listName,
      wanted.command,
      job.filterText,
      job.askedBy,
      found,
      job.at,
    ],
  )
  const after = { id: job.id, command: wanted.command, count: found }
  await job.audit?.write(client, { before: null, after })
  return { outcome: 'created', id: job.id }
}

/** Writes down who takes the command, one more than may be at most; returns how many. */
async function writeTargets<Filter, Row>(
  client: PoolClient,
  { owner, list, filter, command }: Wanted<Filter, Row>,
  jobId: string,
): Promise<number> {
  const { values, value } = numbered()
  const { rowCount } = await client.query(
    `with found as materialized (
       select row_number() over (order by ${orderOf(list)}) as place, id from ${list.table}
       where ${whereOf(list, { owner, filter }, value)} and ${accepts(list.table, value(command))}
       limit ${targetsMax + 1})
     insert into act_on_many_target (job_id, place, entity_id) select ${value(jobId)}, place, id from found`,
    values,
  )
  return rowCount ?? 0
}
