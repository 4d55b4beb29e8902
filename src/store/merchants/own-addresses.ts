import type { Address } from 'viem'
import type { Owner } from '../../shared/owner.ts'
import type { WithDatabase } from '../parts.ts'

/** Deposit addresses are found in an index by their chain. */
const isDeposit = `deposit_address = $1 and blockchain = any(array(
  select blockchain from gas_wallet union select blockchain from chain_deployment))`

/**
 * Finds out whether an address is the service's own, and of what; null where it is not. Addresses on a chain that is no
 * longer served count as well: keys and contracts stay where they are. Of what is another merchant's it says no more.
 */
export async function findOwnAddress(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  address: Address,
): Promise<string | null> {
  const isTheirs = 'merchant_id = $2 and network = $3'
  const { rows } = await database.pool.query<{ what: string; isOwn: boolean }>(
    `select 'a token or a contract of a chain that was served' as what, true as "isOwn" from chain_deployment
       where $1 in (factory, implementation, deposit_factory, deposit_implementation)
         or $1 in (select value from jsonb_each_text(tokens::jsonb))
     union all select 'a gas wallet', ${isTheirs} from gas_wallet where address = $1
     union all select 'the deposit address of a payment', ${isTheirs} from payment where ${isDeposit}
     union all select 'a subscription', ${isTheirs} from subscription where id = $1
     order by 2 desc limit 1`,
    [address, merchantId, network],
  )
  const [known] = rows
  if (!known) return null
  return known.isOwn ? known.what : 'an address of this service'
}
