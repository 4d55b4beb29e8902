/** The assets that a merchant has switched on, of those in the chains file. */
import { type AuditTrail, changeWithTrail } from '../people/audit.ts'
import { MerchantAsset } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import type { WithDatabase } from '../parts.ts'

/** Returns the codes of the assets that are switched on. */
export async function listActiveAssets(
  { database }: WithDatabase,
  owner: Owner,
): Promise<string[]> {
  const assets = await database.orm.em.fork().find(MerchantAsset, { ...owner, isActive: true })
  return assets.map(({ code }) => code)
}

/** Switches an asset on or off; the caller has made sure that it exists. */
export async function setAssetActive(
  { database }: WithDatabase,
  owner: Owner,
  code: string,
  isActive: boolean,
  audit?: AuditTrail,
): Promise<void> {
  const key = [owner.merchantId, owner.network, code]
  await changeWithTrail(database, audit, async (client) => {
    const { rows } = await client.query<{ active: boolean }>(
      `select is_active as active from merchant_asset
       where merchant_id = $1 and network = $2 and code = $3 for update`,
      key,
    )
    await client.query(
      `insert into merchant_asset (merchant_id, network, code, is_active) values ($1, $2, $3, $4)
       on conflict (merchant_id, network, code) do update set is_active = excluded.is_active`,
      [...key, isActive],
    )
    return { before: rows[0] ?? { active: false }, after: { active: isActive } }
  })
}
