/**
 * Customer tokens: the sessions of the pages, still to come, on which customers see and manage their
 * subscriptions. Each is bound to one merchant, network and customer, and lives an hour of real time.
 */
import { hashToken, newToken } from '../../shared/secrets/tokens.ts'
import { CustomerToken } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'

const customerTokenLifetimeMs = 60 * 60 * 1000

type Dependencies = Pick<MerchantDependencies, 'database' | 'clock'>
export type TokenHolder = Owner & { customerId: string; expiresAt: Date }

/** Creates a token, a new one with every call, and deletes those that have expired. */
export async function createCustomerToken(
  { database, clock }: Dependencies,
  owner: Owner,
  customerId: string,
): Promise<string> {
  const token = newToken(256)
  const now = clock.realNow()
  const expiresAt = new Date(now.getTime() + customerTokenLifetimeMs)
  const em = database.orm.em.fork()
  await em.nativeDelete(CustomerToken, { ...owner, expiresAt: { $lt: now } })
  await em.insert(CustomerToken, { ...owner, tokenHash: hashToken(token), customerId, expiresAt })
  return token
}

/** Returns the customer of the token, or null where it is unknown or has expired. */
export async function findCustomerToken(
  { database, clock }: Dependencies,
  token: string,
): Promise<TokenHolder | null> {
  const found = await database.orm.em.fork().findOne(CustomerToken, {
    tokenHash: hashToken(token),
    expiresAt: { $gt: clock.realNow() },
  })
  if (!found) return null
  const { merchantId, network, customerId, expiresAt } = found
  return { merchantId, network, customerId, expiresAt }
}
