/** The assets that a merchant has switched on, of those in the chains file. */
import { MerchantAsset } from '../tables/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'

type Dependencies = Pick<MerchantDependencies, 'database'>

/** Returns the codes of the assets that are switched on. */
export async function listActiveAssets(
  { database }: Dependencies,
  owner: Owner,
): Promise<string[]> {
  const assets = await database.orm.em.fork().find(MerchantAsset, { ...owner, isActive: true })
  return assets.map(({ code }) => code)
}

/** Switches an asset on or off; the caller has made sure that it exists. */
export async function setAssetActive(
  { database }: Dependencies,
  owner: Owner,
  code: string,
  isActive: boolean,
): Promise<void> {
  await database.orm.em.fork().upsert(MerchantAsset, { ...owner, code, isActive })
}
