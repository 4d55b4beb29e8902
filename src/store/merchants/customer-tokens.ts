/**
 * Customer tokens: the sessions of the pages on which customers see and manage their subscriptions.
 * Each is bound to one merchant, network and customer, and to what its page may do. They live in real
 * time; one that is over is kept for a while, so that its page can say what happened to it.
 */
import { hashToken, newToken } from '../../shared/secrets/tokens.ts'
import type { TokenRight } from '../../shared/secrets/token-rights.ts'
import { CustomerToken } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import { profileColumns, type ProfileRow, type Shop, toShop } from './pages/profile.ts'
import type { WithClock, MerchantDependencies } from '../parts.ts'

export const tokenSecondsMin = 60
export const tokenSecondsDefault = 60 * 60
export const tokenSecondsMax = 30 * 24 * 60 * 60
/** A token is known to have been good this long after its end. */
export const endedTokensKeptDays = 30
export type Grant = {
  customerId: string
  may: TokenRight
  expiresInSeconds: number
  /** The plan that alone is on offer, where a public page opens the session. */
  planId?: string
}

/** The one who shows a token, and what the token is worth. */
export type TokenHolder = Owner & {
  merchantName: string
  shop: Shop
  /** Whether the merchant is the demo's, whose keys are no secret. */
  isDemo: boolean
  customerId: string
  may: TokenRight
  /** The plan of the public page that has opened it; null where the merchant has. */
  planId: string | null
  expiresAt: Date
  isExpired: boolean
  isRevoked: boolean
}

/** Creates a token, a new one with every call. */
export async function createCustomerToken(
  { database, clock }: WithClock,
  owner: Owner,
  { customerId, may, expiresInSeconds, planId }: Grant,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken(256)
  const expiresAt = new Date(clock.realNow().getTime() + expiresInSeconds * 1000)
  const tokenHash = hashToken(token)
  await database.orm.em.fork().insert(CustomerToken, {
    ...owner,
    tokenHash,
    customerId,
    may,
    expiresAt,
    ...(planId !== undefined && { planId }),
  })
  return { token, expiresAt }
}

type TokenRow = Omit<TokenHolder, 'merchantName' | 'shop' | 'expiresAt' | 'isExpired'> &
  ProfileRow & { expiresAt: string }

/** Returns the holder of a token, whether it is still good or not; null where it is unknown. */
export async function findTokenHolder(
  { database, clock }: WithClock,
  token: string,
): Promise<TokenHolder | null> {
  const { rows } = await database.pool.query<TokenRow>({
    name: 'token-holder',
    text: `select t.merchant_id as "merchantId", t.network, t.customer_id as "customerId", t.may,
        t.plan_id as "planId",
        t.expires_at as "expiresAt", t.revoked_at is not null as "isRevoked",
        m.is_demo as "isDemo", ${profileColumns}
      from customer_token t join merchant m on m.id = t.merchant_id
      left join merchant_profile f on f.merchant_id = t.merchant_id and f.network = t.network
      where t.token_hash = $1`,
    values: [hashToken(token)],
  })
  const [found] = rows
  if (!found) return null
  const expiresAt = new Date(found.expiresAt)
  const { merchantId, network, customerId, may, planId, isDemo, isRevoked } = found
  const isExpired = expiresAt <= clock.realNow()
  const known = { merchantId, network, customerId, may, planId, isDemo, isRevoked }
  return { ...known, merchantName: found.name, shop: toShop(found), expiresAt, isExpired }
}

/** Revokes every token of a customer that is still good; returns how many. */
export async function revokeCustomerTokens(
  { database, clock }: WithClock,
  owner: Owner,
  customerId: string,
): Promise<number> {
  const revokedAt = clock.realNow()
  return database.orm.em
    .fork()
    .nativeUpdate(
      CustomerToken,
      { ...owner, customerId, revokedAt: null, expiresAt: { $gt: revokedAt } },
      { revokedAt },
    )
}

/** Deletes the tokens that expired before `realTime`; returns how many. */
export function forgetCustomerTokens(
  { orm }: MerchantDependencies['database'],
  realTime: Date,
): Promise<number> {
  return orm.em.fork().nativeDelete(CustomerToken, { expiresAt: { $lt: realTime } })
}
