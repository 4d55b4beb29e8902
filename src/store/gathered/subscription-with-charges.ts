/** Reads a subscription and its newest charges in one statement, within its merchant and network. */
import type { Pool, QueryResult } from 'pg'
import type { StoredActor } from '../../shared/stored-actor.ts'
import type { ActorRow } from '../actor-row.ts'
import { gather } from './gather.ts'
import {
  actorColumns,
  type AskedActor,
  askedOwned,
  isOwned,
  ownedValues,
  toActor,
} from './one-actor.ts'

/** The newest charges of one subscription count, up to this number. */
export const chargesShownMax = 1_000

export type SubscriptionWithCharges = {
  subscription: StoredActor<'subscription'>
  /** The newest first. */
  charges: StoredActor<'charge'>[]
}
type FoundRow = Omit<ActorRow, 'snapshot'> & {
  n: number
  kind: 'subscription' | 'charge'
  snapshot: string
}

const read = gather(async (pool: Pool, asked: AskedActor[]) => {
  const { rows }: QueryResult<FoundRow> = await pool.query({
    name: 'subscription-with-charges',
    text: `with asked as materialized (select * from ${askedOwned})
      select asked.n::int as n, 'subscription' as kind, null::timestamptz as "createdAt", ${actorColumns}
      from asked join subscription t on t.id = asked.id and ${isOwned}
      union all
      select asked.n::int, 'charge', t.created_at, ${actorColumns}
      from asked cross join lateral (select * from charge t where t.contract_address = asked.id and ${isOwned}
        order by t.created_at desc, t.id desc limit ${chargesShownMax}) t
      order by "createdAt" desc nulls first, id desc`,
    values: ownedValues(asked),
  })
  const found = asked.map((): SubscriptionWithCharges | null => null)
  for (const { n, kind, ...row } of rows)
    if (kind === 'subscription')
      found[n - 1] = { subscription: toActor('subscription', row), charges: [] }
    else found[n - 1]?.charges.push(toActor('charge', row))
  return found
})

/** Returns null where there is none or it belongs to another owner. */
export const readSubscriptionWithCharges = (
  pool: Pool,
  asked: AskedActor,
): Promise<SubscriptionWithCharges | null> => read(pool, asked)
