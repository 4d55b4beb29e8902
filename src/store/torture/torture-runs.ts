/** The runs of the torture kit: begun by people, done by a relay, test by test, so that a process that dies loses one test. */
import { hourMs } from '../../../machines/durations.ts'
import type { Network } from '../../shared/network.ts'
import type { Owner } from '../../shared/owner.ts'
import type { Page } from '../../shared/page.ts'
import type { Database } from '../database.ts'

export type TortureRunRow<Result = unknown> = Owner & {
  id: string
  status: 'Running' | 'Finished'
  url: string
  apiKey: string
  echoUrl: string | null
  tests: string[]
  results: Result[]
  createdAt: Date
  endedAt: Date | null
}

/** Old reports are forgotten when a merchant has more than so many. */
const runsKeptMax = 50

const columns = `id, merchant_id as "merchantId", network, status, url, api_key as "apiKey",
  echo_url as "echoUrl", tests, results, created_at as "createdAt", ended_at as "endedAt"`

type Stored<Result> = Omit<TortureRunRow<Result>, 'createdAt' | 'endedAt'> & {
  createdAt: string
  endedAt: string | null
}

const toRun = <Result>({ createdAt, endedAt, ...row }: Stored<Result>): TortureRunRow<Result> => ({
  ...row,
  createdAt: new Date(createdAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
})

type NewRun = Pick<TortureRunRow, 'id' | 'url' | 'apiKey' | 'echoUrl' | 'tests'> & { at: Date }

/** Begins a run; false where one of the owner's is under way, of which there is one at a time. */
export async function beginTortureRun(
  { pool }: Database,
  owner: Owner,
  { id, url, apiKey, echoUrl, tests, at }: NewRun,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into torture_run (id, merchant_id, network, status, url, api_key, echo_url, tests, results,
       created_at, available_at)
     values ($1, $2, $3, 'Running', $4, $5, $6, $7, '[]', $8, $8) on conflict do nothing`,
    [id, owner.merchantId, owner.network, url, apiKey, echoUrl, JSON.stringify(tests), at],
  )
  return rowCount === 1
}

export async function countRecentRuns(
  { pool }: Database,
  owner: Owner,
  now: Date,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from torture_run
     where merchant_id = $1 and network = $2 and created_at > $3`,
    [owner.merchantId, owner.network, new Date(now.getTime() - hourMs)],
  )
  return rows[0]!.count
}

/** Lists an owner's runs, the newest first, and says how many there are beyond the page too. */
export async function listTortureRuns<Result>(
  { pool }: Database,
  owner: Owner,
  { limit, offset }: Page,
): Promise<{ runs: TortureRunRow<Result>[]; total: number }> {
  const counted = await pool.query<{ total: number }>(
    'select count(*)::int as total from torture_run where merchant_id = $1 and network = $2',
    [owner.merchantId, owner.network],
  )
  const { rows } = await pool.query<Stored<Result>>(
    `select ${columns} from torture_run where merchant_id = $1 and network = $2
     order by created_at desc, id desc limit $3 offset $4`,
    [owner.merchantId, owner.network, limit, offset],
  )
  return { runs: rows.map(toRun), total: counted.rows[0]!.total }
}

/** Finds one of an owner's runs: by its id, or the one that is under way. */
export async function findTortureRun<Result>(
  { pool }: Database,
  owner: Owner,
  wanted: { id: string } | 'running',
): Promise<TortureRunRow<Result> | null> {
  const { rows } = await pool.query<Stored<Result>>(
    `select ${columns} from torture_run where merchant_id = $1 and network = $2
       and ${wanted === 'running' ? `status = 'Running' and $3::text is null` : 'id = $3'}`,
    [owner.merchantId, owner.network, wanted === 'running' ? null : wanted.id],
  )
  return rows[0] ? toRun(rows[0]) : null
}

export type ClaimedRun<Result> = TortureRunRow<Result> & {
  /** The newest number of the merchant's event log; 1 where there is none. */
  logNumber: number
}

/** Claims up to `limit` runs for `leaseMs`; after that any process may go on with them. */
export async function claimTortureRuns<Result>(
  { pool }: Database,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedRun<Result>[]> {
  const { rows } = await pool.query<Stored<Result> & { logNumber: number }>(
    `with claimed as (
       update torture_run set available_at = now() + $2 * interval '1 millisecond'
       where id in (
         select id from torture_run where status = 'Running' and available_at <= now()
         order by available_at limit $1 for update skip locked)
       returning *)
     select ${columns}, coalesce((select last_log_number from event_counter as counter
       where counter.merchant_id = claimed.merchant_id and counter.network = claimed.network), 1)
       as "logNumber" from claimed`,
    [limit, leaseMs],
  )
  return rows.map(({ logNumber, ...row }) => ({ ...toRun(row), logNumber }))
}

/**
 * Adds the result of the run's next test and keeps the run for `leaseMs` more. Returns false where another
 * process has gone on with it meanwhile.
 */
export async function addTortureResult(
  { pool }: Database,
  { id, results }: Pick<TortureRunRow, 'id' | 'results'>,
  result: unknown,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update torture_run set results = results || $3::jsonb,
       available_at = now() + $4 * interval '1 millisecond'
     where id = $1 and status = 'Running' and jsonb_array_length(results) = $2`,
    [id, results.length, JSON.stringify([result]), leaseMs],
  )
  return rowCount === 1
}

export async function endTortureRun(
  { pool }: Database,
  { id, merchantId, network }: { id: string; merchantId: string; network: Network },
): Promise<void> {
  await pool.query(
    `update torture_run set status = 'Finished', ended_at = now() where id = $1 and status = 'Running'`,
    [id],
  )
  await pool.query(
    `delete from torture_run where id in (
       select id from torture_run where merchant_id = $1 and network = $2 and status = 'Finished'
       order by created_at desc offset $3)`,
    [merchantId, network, runsKeptMax],
  )
}
