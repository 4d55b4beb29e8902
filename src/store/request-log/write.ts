/** Writes the request log, many requests with one statement, and forgets what is older than 30 days. */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'

export const requestsKeptDays = 30
const deletedAtOnceMax = 5_000
/** For one round of forgetting; what is left waits for the next. */
const deletionsMax = 200

export type RequestToLog = Owner & {
  id: string
  requestId: string
  /** One of the two is null. */
  keyName: string | null
  account: string | null
  operationId: string
  method: string
  path: string
  status: number
  durationMs: number
  problemCode: string | null
  isReplayed: boolean
  address: string
  userAgent: string | null
  createdAt: Date
}

export async function logRequests(
  { pool }: Pick<Database, 'pool'>,
  requests: readonly RequestToLog[],
): Promise<void> {
  await pool.query({
    name: 'request-log-write',
    text: `insert into request_log (id, merchant_id, network, request_id, key_name, operation_id, method, path,
        status, duration_ms, problem_code, is_replayed, address, user_agent, created_at, account)
      select one.id, one."merchantId", one.network, one."requestId", one."keyName", one."operationId",
        one.method, one.path, one.status, one."durationMs", one."problemCode", one."isReplayed",
        one.address, one."userAgent", one."createdAt", one.account
      from json_to_recordset($1) as one(id text, "merchantId" text, network text, "requestId" text,
        "keyName" text, "operationId" text, method text, path text, status int, "durationMs" int,
        "problemCode" text, "isReplayed" boolean, address text, "userAgent" text, "createdAt" timestamptz, account text)
      on conflict (id) do nothing`,
    values: [JSON.stringify(requests)],
  })
}

/** Deletes what is older than a moment, so many rows at a time that no statement is long. */
export async function forgetRequests(
  { pool }: Pick<Database, 'pool'>,
  before: Date,
): Promise<number> {
  let deleted = 0
  for (let round = 0; round < deletionsMax; round++) {
    const { rowCount } = await pool.query(
      `delete from request_log where id in
         (select id from request_log where created_at < $1 order by created_at limit ${deletedAtOnceMax})`,
      [before],
    )
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < deletedAtOnceMax) break
  }
  return deleted
}
