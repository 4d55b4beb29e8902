/** The hosts that the checkout page may lead payers back to; a merchant that names none allows any. */
import { ReturnHost } from '../../tables/merchants.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { MerchantDependencies } from '../merchants.ts'

type Dependencies = Pick<MerchantDependencies, 'database'>

export async function listReturnHosts({ database }: Dependencies, owner: Owner): Promise<string[]> {
  const { merchantId, network } = owner
  const found = await database.orm.em
    .fork()
    .find(ReturnHost, { merchantId, network }, { orderBy: { host: 'asc' } })
  return found.map(({ host }) => host)
}

/** Replaces the merchant's list of hosts. */
export async function setReturnHosts(
  { database }: Dependencies,
  { merchantId, network }: Owner,
  hosts: readonly string[],
): Promise<void> {
  await database.pool.query(
    `with gone as (delete from return_host
         where merchant_id = $1 and network = $2 and host <> all($3::text[]))
     insert into return_host (merchant_id, network, host)
     select $1, $2, host from unnest($3::text[]) as host on conflict do nothing`,
    [merchantId, network, hosts],
  )
}
