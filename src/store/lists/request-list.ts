/** Lists what the merchant's servers asked for, and what its people were refused, by what a merchant looks for. */
import type { Owner } from '../../shared/owner.ts'
import type { Database } from '../database.ts'
import { createdBetween, type CreatedBetween, isExactly } from './conditions.ts'
import type { List } from './list.ts'

/** A request ended as done, as refused for a fault of its own, or as failed for one of the service. */
export const requestOutcomes = ['Done', 'Refused', 'Failed'] as const

export type RequestFilter = CreatedBetween & {
  outcomeIn?: readonly (typeof requestOutcomes)[number][]
  status?: string | undefined
  method?: string | undefined
  operationId?: string | undefined
  apiKey?: string | undefined
  account?: string | undefined
  problemCode?: string | undefined
  requestId?: string | undefined
  isReplayed?: boolean | undefined
}

export type ListedRequest = {
  id: string
  requestId: string
  apiKey: string | null
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
  createdAt: string
}

const statuses: Record<(typeof requestOutcomes)[number], string> = {
  Done: 'status < 400',
  Refused: 'status between 400 and 499',
  Failed: 'status >= 500',
}

export const requestList: List<RequestFilter, ListedRequest> = {
  table: 'request_log',
  direction: 'desc',
  hasAmounts: false,
  conditionsOf: (filter, _owner, value) => [
    ...createdBetween(filter, value),
    (filter.outcomeIn ?? []).length > 0 &&
      `(${filter.outcomeIn!.map((outcome) => statuses[outcome]).join(' or ')})`,
    filter.status !== undefined && `status = ${value(filter.status)}::int`,
    isExactly('method', filter.method, value),
    isExactly('operation_id', filter.operationId, value),
    isExactly('key_name', filter.apiKey, value),
    isExactly('account', filter.account, value),
    isExactly('problem_code', filter.problemCode, value),
    isExactly('request_id', filter.requestId, value),
    filter.isReplayed !== undefined && `is_replayed = ${value(filter.isReplayed)}`,
  ],
  async readRows(reader, owner, ids) {
    const { rows } = await reader.query<Omit<ListedRequest, 'createdAt'> & { createdAt: string }>(
      `select id, request_id as "requestId", key_name as "apiKey", account, operation_id as "operationId", method, path,
         status, duration_ms as "durationMs", problem_code as "problemCode", is_replayed as "isReplayed",
         address, user_agent as "userAgent", created_at as "createdAt"
       from request_log where id = any($1) and merchant_id = $2 and network = $3`,
      [ids, owner.merchantId, owner.network],
    )
    return new Map(
      rows.map((row) => [row.id, { ...row, createdAt: new Date(row.createdAt).toISOString() }]),
    )
  },
}

/** Finds a request by its id, or the newest one that carried this `x-request-id`; null where there is none. */
export async function findRequest(
  { pool }: Pick<Database, 'pool'>,
  owner: Owner,
  id: string,
): Promise<ListedRequest | null> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from request_log where merchant_id = $1 and network = $2 and (id = $3 or request_id = $3)
     order by id = $3 desc, created_at desc limit 1`,
    [owner.merchantId, owner.network, id],
  )
  const found = await requestList.readRows(
    pool,
    owner,
    rows.map((row) => row.id),
  )
  return found.values().next().value ?? null
}
