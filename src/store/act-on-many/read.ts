/** Reads the jobs of a merchant: how far each is, and what became of its targets. */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'

const shownMax = 50
/** Of those that did not take the command. */
const problemsShownMax = 100
export const jobsKeptDays = 90

export type JobRow = {
  id: string
  list: string
  command: string
  filter: string
  askedBy: string
  status: 'Running' | 'Done' | 'Stopped'
  total: number
  done: number
  refused: number
  failed: number
  left: number
  createdAt: string
  finishedAt: string | null
}

const columns = `id, list, command, filter, asked_by as "askedBy", status, total,
  created_at as "createdAt", finished_at as "finishedAt",
  (select json_build_object('done', count(*) filter (where outcome = 'Done'),
      'refused', count(*) filter (where outcome in ('Refused', 'Gone')),
      'failed', count(*) filter (where outcome = 'Failed'),
      'left', count(*) filter (where outcome is null))
    from act_on_many_target where job_id = act_on_many.id) as counts`

type Raw = Omit<JobRow, 'done' | 'refused' | 'failed' | 'left'> & {
  counts: Pick<JobRow, 'done' | 'refused' | 'failed' | 'left'>
}

const toJob = ({ counts, createdAt, finishedAt, ...job }: Raw): JobRow => ({
  ...job,
  ...counts,
  createdAt: new Date(createdAt).toISOString(),
  finishedAt: finishedAt && new Date(finishedAt).toISOString(),
})

/** Lists the newest jobs. */
export async function listJobs(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
): Promise<JobRow[]> {
  const { rows } = await pool.query<Raw>(
    `select ${columns} from act_on_many where merchant_id = $1 and network = $2
     order by created_at desc, id desc limit ${shownMax}`,
    [merchantId, network],
  )
  return rows.map(toJob)
}

export type TargetProblem = { id: string; outcome: string; reason: string | null }

/** Reads a job and the first hundred that did not take its command; null where the owner has no such job. */
export async function readJob(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  id: string,
): Promise<(JobRow & { problems: TargetProblem[] }) | null> {
  const { rows } = await pool.query<Raw>(
    `select ${columns} from act_on_many where merchant_id = $1 and network = $2 and id = $3`,
    [merchantId, network, id],
  )
  if (!rows[0]) return null
  const { rows: problems } = await pool.query<TargetProblem>(
    `select entity_id as id, outcome, reason from act_on_many_target
     where job_id = $1 and outcome <> 'Done' order by place limit ${problemsShownMax}`,
    [id],
  )
  return { ...toJob(rows[0]), problems }
}

/** Stops a job on a list: what was done stays done. */
export async function stopJob(
  { pool }: Pick<Database, 'pool'>,
  { merchantId, network }: Owner,
  { id, list }: { id: string; list: string },
): Promise<void> {
  await pool.query(
    `update act_on_many set status = 'Stopped', finished_at = now(), claimed_until = null
     where merchant_id = $1 and network = $2 and id = $3 and list = $4 and status = 'Running'`,
    [merchantId, network, id, list],
  )
}

/** Deletes jobs that ended before a moment of real time, with what became of each target. */
export async function forgetJobs({ pool }: Pick<Database, 'pool'>, before: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `with gone as (
       delete from act_on_many where id in
         (select id from act_on_many where finished_at < $1 order by finished_at limit 20) returning id)
     delete from act_on_many_target where job_id in (select id from gone)`,
    [before],
  )
  return rowCount ?? 0
}
