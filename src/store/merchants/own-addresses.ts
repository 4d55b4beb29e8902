import type { Address } from 'viem'
import type { MerchantRoom } from './merchants.ts'

export type OwnAddress = 'a gas wallet' | 'the deposit address of a payment' | 'a subscription'

/** Tells what of the service's own an address is, on any of the chains; null where it is none. */
export async function findOwnAddress(
  { database }: Pick<MerchantRoom, 'database'>,
  address: Address,
  blockchains: readonly string[],
): Promise<OwnAddress | null> {
  const { rows } = await database.pool.query<Record<'wallet' | 'deposit' | 'contract', boolean>>(
    `select
       exists (select 1 from gas_wallet where blockchain = any($2) and address = $1) as wallet,
       exists (select 1 from payment
         where blockchain = any($2) and deposit_address = $1) as deposit,
       exists (select 1 from subscription where id = $1) as contract`,
    [address, blockchains],
  )
  const { wallet, deposit, contract } = rows[0]!
  if (wallet) return 'a gas wallet'
  if (deposit) return 'the deposit address of a payment'
  return contract ? 'a subscription' : null
}
