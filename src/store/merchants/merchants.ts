/**
 * Merchants: the tenants of the service. Every function of this folder takes the dependencies (the
 * database, the secrets, the clock) and the owner of the record, and every query filters by merchant
 * and network.
 */
import type { Clock } from '../../shared/clock.ts'
import { newId } from '../../shared/ids.ts'
import type { Secrets } from '../../shared/secrets/secrets.ts'
import type { Database } from '../database.ts'
import type { MailQueue } from '../mails/mail-queue.ts'
import { Merchant } from '../tables/merchants.ts'

export type MerchantDependencies = {
  database: Database
  secrets: Secrets
  clock: Clock
  /** Takes mails; where mail is off there is none. */
  mails?: MailQueue | undefined
}

/** Creates a merchant with a data key of its own and returns its id. */
export async function createMerchant(
  dependencies: MerchantDependencies,
  name: string,
  { isDemo = false } = {},
): Promise<string> {
  const createdAt = dependencies.clock.now()
  const id = newId(createdAt)
  const wrappedKey = dependencies.secrets.newWrappedKey(id)
  await dependencies.database.orm.em
    .fork()
    .insert(Merchant, { id, name, wrappedKey, isDemo, createdAt })
  return id
}

/** Returns the merchant's record; throws where there is none, which no request can cause. */
export async function getMerchant(
  { database }: Pick<MerchantDependencies, 'database'>,
  merchantId: string,
): Promise<Merchant> {
  const merchant = await findMerchant({ database }, merchantId)
  if (!merchant) throw new Error(`there is no merchant ${merchantId}`)
  return merchant
}

export function findMerchant(
  { database }: Pick<MerchantDependencies, 'database'>,
  id: string,
): Promise<Merchant | null> {
  return database.orm.em.fork().findOne(Merchant, { id })
}

/** Lists all merchants, the newest first: for operators only. */
export async function listMerchants(
  { database }: Pick<MerchantDependencies, 'database'>,
  page: { limit: number; offset: number },
): Promise<{ id: string; name: string; createdAt: Date }[]> {
  const merchants = await database.orm.em
    .fork()
    .find(Merchant, {}, { orderBy: { id: 'desc' }, ...page })
  return merchants.map(({ id, name, createdAt }) => ({ id, name, createdAt }))
}
