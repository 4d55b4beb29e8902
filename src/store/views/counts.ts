/** Counts the actors of all merchants by state, for the operator. */
import { type ActorKind, actorKinds } from '../../shared/stored-actor.ts'
import type { Network } from '../../shared/network.ts'
import type { Database } from '../database.ts'

/** These show an operator how a merchant does; the others are the service's own. */
const kindsOfMerchants = ['plan', 'subscription', 'charge', 'payment', 'delivery'] as const

export type StateCount = { kind: ActorKind; status: string; phase: string; count: number }

/** Counts the actors of one merchant or of all by kind and state. */
export async function countMachines(
  { pool }: Pick<Database, 'pool'>,
  merchantId: string | undefined,
): Promise<StateCount[]> {
  const counts = actorKinds.map(
    (kind) =>
      `select '${kind}' as kind, status, phase, count(*)::int as count from ${kind}
       ${merchantId === undefined ? '' : 'where merchant_id = $1'} group by 2, 3`,
  )
  const { rows } = await pool.query<StateCount>(
    `${counts.join(' union all ')} order by 1, 2, 3`,
    merchantId === undefined ? [] : [merchantId],
  )
  return rows
}

type OfMerchant = { network: Network; kind: ActorKind; status: string; count: number }

/** Counts the actors of a merchant by network, kind and public status. */
export async function countOfMerchant(
  { pool }: Pick<Database, 'pool'>,
  merchantId: string,
): Promise<OfMerchant[]> {
  const counts = kindsOfMerchants.map(
    (kind) =>
      `select network, '${kind}' as kind, status, count(*)::int as count from ${kind}
       where merchant_id = $1 group by 1, 3`,
  )
  const { rows } = await pool.query<OfMerchant>(`${counts.join(' union all ')} order by 1, 2, 3`, [
    merchantId,
  ])
  return rows
}
