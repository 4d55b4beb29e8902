/** The hosts that the checkout page and the widget may lead payers back to; a merchant that names none allows any. */
import { type AuditTrail, changeWithTrail } from '../../people/audit.ts'
import { ReturnHost } from '../../tables/merchants.ts'
import type { Owner } from '../../../shared/owner.ts'
import type { WithDatabase } from '../../parts.ts'

export async function listReturnHosts({ database }: WithDatabase, owner: Owner): Promise<string[]> {
  const { merchantId, network } = owner
  const found = await database.orm.em
    .fork()
    .find(ReturnHost, { merchantId, network }, { orderBy: { host: 'asc' } })
  return found.map(({ host }) => host)
}

/** Replaces the merchant's list of hosts. */
export async function setReturnHosts(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  hosts: readonly string[],
  audit?: AuditTrail,
): Promise<void> {
  await changeWithTrail(database, audit, async (client) => {
    const { rows } = await client.query<{ host: string }>(
      'delete from return_host where merchant_id = $1 and network = $2 returning host',
      [merchantId, network],
    )
    await client.query(
      `insert into return_host (merchant_id, network, host)
       select distinct $1, $2, host from unnest($3::text[]) as host on conflict do nothing`,
      [merchantId, network, hosts],
    )
    return { before: { hosts: rows.map((row) => row.host).toSorted() }, after: { hosts } }
  })
}
