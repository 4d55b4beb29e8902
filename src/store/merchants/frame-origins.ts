/** The origins whose pages may frame the widget; a merchant that names none is framed by nobody. */
import { type AuditTrail, changeWithTrail } from '../people/audit.ts'
import { FrameOrigin } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import type { WithDatabase } from '../parts.ts'

export async function listFrameOrigins(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
): Promise<string[]> {
  const found = await database.orm.em
    .fork()
    .find(FrameOrigin, { merchantId, network }, { orderBy: { origin: 'asc' } })
  return found.map(({ origin }) => origin)
}

/** Replaces the merchant's list of origins. */
export async function setFrameOrigins(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  origins: readonly string[],
  audit?: AuditTrail,
): Promise<void> {
  await changeWithTrail(database, audit, async (client) => {
    const { rows } = await client.query<{ origin: string }>(
      'delete from frame_origin where merchant_id = $1 and network = $2 returning origin',
      [merchantId, network],
    )
    await client.query(
      `insert into frame_origin (merchant_id, network, origin)
       select distinct $1, $2, origin from unnest($3::text[]) as origin on conflict do nothing`,
      [merchantId, network, origins],
    )
    return { before: { origins: rows.map((row) => row.origin).toSorted() }, after: { origins } }
  })
}

/** Returns the origins of whoever offers the plan; none where there is no such plan. */
export async function findFrameOriginsOfPlan(
  { database }: WithDatabase,
  planId: string,
): Promise<string[]> {
  const { rows } = await database.pool.query<{ origin: string }>({
    name: 'frame-origins-of-plan',
    text: `select f.origin from plan p
      join frame_origin f on f.merchant_id = p.merchant_id and f.network = p.network
      where p.id = $1 order by f.origin`,
    values: [planId],
  })
  return rows.map(({ origin }) => origin)
}
