/** Public pages of plans: where a merchant opens one, anybody subscribes by it who says a name. Off for every plan at first. */
import { randomBytes } from 'node:crypto'
import { dayMs, secondMs } from '../../../../machines/durations.ts'
import type { Owner } from '../../../shared/owner.ts'
import { type AuditTrail, changeWithTrail } from '../../people/audit.ts'
import { createCustomerToken, tokenSecondsMax } from '../customer-tokens.ts'
import { type Profile, profileColumns, type ProfileRow, toShop } from './profile.ts'
import type { WithDatabase, WithClock } from '../../parts.ts'

/** Sessions that one page opens within 24 hours of real time: each may make drafts. */
export const pageSessionsPerDayMax = 1_000
/** Characters of a name, without what follows it. */
export const pageNameLengthMax = 60
/** Enough that no customer of the merchant is called so already. */
const suffixBytes = 6
export type PublicPageOfPlan = { owner: Owner; planId: string; profile: Profile }

export async function isPagePublic(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  planId: string,
): Promise<boolean> {
  const { rowCount } = await database.pool.query({
    name: 'is-page-public',
    text: 'select from public_page where merchant_id = $1 and network = $2 and plan_id = $3',
    values: [merchantId, network, planId],
  })
  return rowCount === 1
}

/** Opens the page of a plan of the owner's, or closes it. Who has come by it already keeps the session. */
export async function setPagePublic(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  { planId, isPublic }: { planId: string; isPublic: boolean },
  audit?: AuditTrail,
): Promise<void> {
  await changeWithTrail(database, audit, async (client) => {
    const values = [merchantId, network, planId]
    const { rowCount } = await client.query(
      isPublic
        ? `insert into public_page (merchant_id, network, plan_id) values ($1, $2, $3) on conflict do nothing`
        : 'delete from public_page where merchant_id = $1 and network = $2 and plan_id = $3',
      values,
    )
    const wasPublic = rowCount === 1 ? !isPublic : isPublic
    return { before: { isPublic: wasPublic }, after: { isPublic } }
  })
}

/** Finds whose page it is, for whoever has the address; null where it is not open, or there is no such plan. */
export async function findPublicPage(
  { database }: WithDatabase,
  planId: string,
): Promise<PublicPageOfPlan | null> {
  const { rows } = await database.pool.query<Owner & ProfileRow>({
    name: 'public-page-of-plan',
    text: `select p.merchant_id as "merchantId", p.network, ${profileColumns}
      from public_page p join merchant m on m.id = p.merchant_id
      left join merchant_profile f on f.merchant_id = p.merchant_id and f.network = p.network
      where p.plan_id = $1`,
    values: [planId],
  })
  const [row] = rows
  if (!row) return null
  const { merchantId, network, name } = row
  return { owner: { merchantId, network }, planId, profile: { name, ...toShop(row) } }
}

/**
 * Opens a session for somebody who says a name. It is a customer that nobody has been before, whatever the name: who writes
 * that of another one sees nothing of theirs. It may subscribe to this plan alone.
 *
 * @returns the token; null where the page has opened as many within a day as it may
 */
export async function openPublicSession(
  dependencies: WithClock,
  { owner, planId }: PublicPageOfPlan,
  name: string,
): Promise<string | null> {
  const { database, clock } = dependencies
  // All have the same life, so the end of one says when it began.
  const dayAgo = new Date(clock.realNow().getTime() + tokenSecondsMax * secondMs - dayMs)
  const { rows } = await database.pool.query<{ count: number }>({
    name: 'sessions-of-public-page',
    text: `select count(*)::int as count from customer_token
      where merchant_id = $1 and network = $2 and plan_id = $3 and expires_at > $4`,
    values: [owner.merchantId, owner.network, planId, dayAgo],
  })
  if (rows[0]!.count >= pageSessionsPerDayMax) return null
  const customerId = `${name} #${randomBytes(suffixBytes).toString('base64url')}`
  const grant = { customerId, planId, may: 'manage', expiresInSeconds: tokenSecondsMax } as const
  const { token } = await createCustomerToken(dependencies, owner, grant)
  return token
}
