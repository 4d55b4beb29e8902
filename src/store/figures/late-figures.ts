/** Counts what should have happened by now: due timers, deliveries, anomalies. Each part skips through one index. */
import type { Database } from '../database.ts'
import { deliveriesOnTheirWay, quoteStatuses } from '../../core/states.ts'

/** Reads for how many seconds of business time the first timer has been due; 0 where none is. */
export async function readTimerLag({ pool }: Database, now: Date): Promise<number> {
  const { rows } = await pool.query<{ lag: number }>({
    name: 'figures-timer-lag',
    text: `select coalesce(greatest(extract(epoch from $1::timestamptz - min(due_at)), 0), 0)::float8 as lag from timer`,
    values: [now.toISOString()],
  })
  return rows[0]!.lag
}

const anomaliesMax = 1_000

export type OpenAnomalies = { unexpected: number; forged: number }

/** Counts the anomalies that nobody has resolved, up to a thousand. */
export async function countOpenAnomalies({ pool }: Database): Promise<OpenAnomalies> {
  const { rows } = await pool.query<OpenAnomalies>({
    name: 'figures-open-anomalies',
    text: `select count(*) filter (where not is_forged)::int as unexpected, count(*) filter (where is_forged)::int as forged
      from (select is_forged from anomaly where resolved_at is null limit ${anomaliesMax}) as open`,
  })
  return rows[0]!
}

/** Endpoints that are looked at, and those of them whose deliveries are the oldest. */
const endpointsLookedAtMax = 1_000
const endpointsShownMax = 10

export type LateDeliveries = {
  /** Counts those with deliveries under way; each key of an endpoint counts. */
  endpoints: number
  /** The oldest first. */
  oldest: { endpointId: string; ageSeconds: number }[]
}

const onTheirWay = `status in (${quoteStatuses(deliveriesOnTheirWay)})`

/** Finds the endpoints whose deliveries have waited longest, in business time, by skipping from one endpoint to the next. */
export async function findLateDeliveries({ pool }: Database, now: Date): Promise<LateDeliveries> {
  const { rows } = await pool.query<{ endpointId: string; ageSeconds: number; endpoints: number }>({
    name: 'figures-late-deliveries',
    text: `with recursive place as (
        (select endpoint_id, api_key, 1 as n from delivery where ${onTheirWay} order by endpoint_id, api_key limit 1)
        union all
        select next.endpoint_id, next.api_key, place.n + 1 from place cross join lateral (
          select endpoint_id, api_key from delivery
          where ${onTheirWay} and (endpoint_id, api_key) > (place.endpoint_id, place.api_key)
          order by endpoint_id, api_key limit 1) as next
        where place.n < ${endpointsLookedAtMax})
      select place.endpoint_id as "endpointId", max(place.n) over ()::int as endpoints,
        greatest(extract(epoch from $1::timestamptz - first.created_at), 0)::float8 as "ageSeconds"
      from place cross join lateral (
        select created_at from delivery
        where ${onTheirWay} and endpoint_id = place.endpoint_id and api_key = place.api_key
        order by id limit 1) as first
      order by first.created_at limit ${endpointsShownMax}`,
    values: [now.toISOString()],
  })
  return { endpoints: rows[0]?.endpoints ?? 0, oldest: rows }
}
