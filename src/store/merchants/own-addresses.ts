import type { Address } from 'viem'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'

export type OwnAddress =
  | 'a token or a contract of a chain that was served'
  | 'a gas wallet'
  | 'the deposit address of a payment'
  | 'a subscription'
  | 'an address of this service'

/** Deposit addresses are found in an index by their chain. */
const isDeposit = `deposit_address = $1 and blockchain = any(array(
  select blockchain from gas_wallet union select blockchain from chain_deployment))`

/**
 * Finds out whether an address is the service's own, and of what; null where it is not. Addresses on a chain that is no
 * longer served count as well: keys and contracts stay where they are. Of what is another merchant's it says no more.
 */
export async function findOwnAddress(
  { database }: Pick<MerchantDependencies, 'database'>,
  { merchantId, network }: Owner,
  address: Address,
): Promise<OwnAddress | null> {
  const isTheirs = 'merchant_id = $2 and network = $3'
  const { rows } = await database.pool.query<
    Record<'deployed' | 'wallet' | 'deposit' | 'contract' | 'others', boolean>
  >(
    `select
       exists (select 1 from chain_deployment
         where $1 in (factory, implementation, deposit_factory, deposit_implementation)
           or $1 in (select value from jsonb_each_text(tokens::jsonb))) as deployed,
       exists (select 1 from gas_wallet where address = $1 and ${isTheirs}) as wallet,
       exists (select 1 from payment where ${isDeposit} and ${isTheirs}) as deposit,
       exists (select 1 from subscription where id = $1 and ${isTheirs}) as contract,
       exists (select 1 from gas_wallet where address = $1 union all select 1 from payment where ${isDeposit}
         union all select 1 from subscription where id = $1) as others`,
    [address, merchantId, network],
  )
  const { deployed, wallet, deposit, contract, others } = rows[0]!
  if (deployed) return 'a token or a contract of a chain that was served'
  if (wallet) return 'a gas wallet'
  if (deposit) return 'the deposit address of a payment'
  if (contract) return 'a subscription'
  return others ? 'an address of this service' : null
}
