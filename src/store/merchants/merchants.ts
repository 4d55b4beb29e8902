/**
 * Merchants: the tenants of the service. Every function of this folder takes the dependencies (the
 * database, the secrets, the clock) and the owner of the record, and every query filters by merchant
 * and network.
 */
import type { StatusOf } from '../../../machines/actors.ts'
import { newId } from '../../shared/ids.ts'
import type { Page } from '../../shared/page.ts'
import type { SecretOwner } from '../../shared/secrets/secrets.ts'
import type { Database } from '../database.ts'
import { Merchant } from '../tables/merchants.ts'
import type { MerchantDependencies, WithDatabase } from '../parts.ts'

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

/** Deletes a merchant that has nothing yet. */
export async function deleteMerchant({ database }: WithDatabase, id: string): Promise<void> {
  await database.orm.em.fork().nativeDelete(Merchant, { id })
}

/** Wraps a merchant's data key anew, unless it has another one than was read; tells whether it did. */
export async function replaceMerchantKey(
  { pool }: Pick<Database, 'pool'>,
  { id, wrappedKey }: SecretOwner,
  anew: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update merchant set wrapped_key = $1 where id = $2 and wrapped_key = $3',
    [anew, id, wrappedKey],
  )
  return rowCount === 1
}

/** Returns the merchant's record; throws where there is none, which no request can cause. */
export async function getMerchant(
  { database }: WithDatabase,
  merchantId: string,
): Promise<Merchant> {
  const merchant = await findMerchant({ database }, merchantId)
  if (!merchant) throw new Error(`there is no merchant ${merchantId}`)
  return merchant
}

export function findMerchant({ database }: WithDatabase, id: string): Promise<Merchant | null> {
  return database.orm.em.fork().findOne(Merchant, { id })
}

export type ListedMerchant = {
  id: string
  name: string
  createdAt: Date
  verification: StatusOf['verification']
}

/** Lists a page of the merchants, by a part of the name or the id, the newest first: for operators only. */
export async function listMerchants(
  { database }: WithDatabase,
  search: string | undefined,
  page: Page,
): Promise<{ merchants: ListedMerchant[]; total: number }> {
  const found = `from merchant m left join verification v on v.id = m.id
    where $1::text is null or strpos(lower(m.name), lower($1)) > 0 or m.id = $1`
  const counted = await database.pool.query<{ total: number }>(
    `select count(*)::int as total ${found}`,
    [search],
  )
  const { rows } = await database.pool.query<ListedMerchant & { createdAt: string }>(
    `select m.id, m.name, m.created_at as "createdAt", coalesce(v.status, 'NotSubmitted') as verification
     ${found} order by m.id desc limit $2 offset $3`,
    [search, page.limit, page.offset],
  )
  const merchants = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
  return { merchants, total: counted.rows[0]!.total }
}
