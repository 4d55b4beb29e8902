/** The setup of a merchant that a payment needs, in one query: payments come in bursts of hundreds. */
import type { Address } from 'viem'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import type { Owner } from '../../shared/owner.ts'
import type { MerchantDependencies } from './merchants.ts'

export type SetupForPayments = {
  isAssetActive: boolean
  receiver: Address | null
  hasGasWallet: boolean
  isVerified: boolean
}

/** Reads the merchant's setup for payments in one asset. */
export async function readPaymentSetup(
  { database }: Pick<MerchantDependencies, 'database'>,
  { merchantId, network }: Owner,
  { asset, chain }: AssetOnChain,
): Promise<SetupForPayments> {
  const { rows } = await database.pool.query<SetupForPayments>({
    name: 'payment-setup',
    text: `select
      exists (select 1 from merchant_asset
        where merchant_id = $1 and network = $2 and code = $3 and is_active) as "isAssetActive",
      (select address from receiver
        where merchant_id = $1 and network = $2 and blockchain = $4) as receiver,
      exists (select 1 from gas_wallet
        where merchant_id = $1 and network = $2 and blockchain = $4) as "hasGasWallet",
      exists (select 1 from verification
        where id = $1 and merchant_id = $1 and status = 'Approved') as "isVerified"`,
    values: [merchantId, network, asset.code, chain.name],
  })
  return rows[0]!
}
