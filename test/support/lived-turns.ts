/** The turns that a subscription, its charges and its customer have taken, as their journals hold them. */
import type { Pool } from 'pg'
import type { SubscriptionInput } from '../../machines/subscription/subscription.events.ts'
import { customerActorId } from '../../src/shared/customer-actor-id.ts'

/** `at` is ISO 8601 in UTC. */
export type LivedTurn = {
  kind: string
  id: string
  at: string
  event: { type: string }
  cause: object
  from: string
  to: string
}

export async function readLivedTurns(pool: Pool, terms: SubscriptionInput): Promise<LivedTurn[]> {
  const { rows } = await pool.query<LivedTurn>(
    `select kind, entity_id as id, at, event, from_state as "from", to_state as "to", cause from journal_turn
     where (kind = 'subscription' and entity_id = $1) or (kind = 'customer' and entity_id = $2)
       or (kind = 'charge' and entity_id in (select id from charge where contract_address = $1))
     order by kind, entity_id, revision`,
    [terms.contractAddress, customerActorId(terms, terms.customerId)],
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Puts what belongs together side by side: each group in its own order, the groups by their keys. */
export function groupsOf<One>(all: readonly One[], keyOf: (one: One) => string): One[][] {
  const groups = Map.groupBy(all, keyOf)
  return [...groups.keys()].toSorted((a, b) => (a < b ? -1 : 1)).map((key) => groups.get(key)!)
}
