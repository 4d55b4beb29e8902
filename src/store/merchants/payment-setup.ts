/** The setup of a merchant that a payment needs, in one statement for all that come together: payments come in bursts of hundreds. */
import type { Pool } from 'pg'
import type { Address } from 'viem'
import type { AssetOnChain } from '../../shared/chain-directory.ts'
import type { Owner } from '../../shared/owner.ts'
import { textArray } from '../binary-array.ts'
import { gather, unseenTexts } from '../gathered/gather.ts'
import type { WithDatabase } from '../parts.ts'

export type SetupForPayments = {
  isAssetActive: boolean
  receiver: Address | null
  hasGasWallet: boolean
  isVerified: boolean
  /** The merchant's data key. */
  wrappedKey: string
}

type AskedSetup = Owner & { asset: string; blockchain: string }

const read = gather(async (pool: Pool, asked: AskedSetup[]) => {
  const column = (of: (one: AskedSetup) => string) => textArray(asked.map(of))
  const { rows } = await pool.query<SetupForPayments & { n: number }>({
    name: 'payment-setups',
    text: `select n::int as n,
      exists (select 1 from merchant_asset a where a.merchant_id = asked.merchant_id
        and a.network = asked.network and a.code = asked.asset and a.is_active) as "isAssetActive",
      (select address from receiver r where r.merchant_id = asked.merchant_id
        and r.network = asked.network and r.blockchain = asked.blockchain) as receiver,
      exists (select 1 from gas_wallet w where w.merchant_id = asked.merchant_id
        and w.network = asked.network and w.blockchain = asked.blockchain) as "hasGasWallet",
      exists (select 1 from verification v where v.id = asked.merchant_id
        and v.merchant_id = asked.merchant_id and v.status = 'Approved') as "isVerified",
      (select m.wrapped_key from merchant m where m.id = asked.merchant_id) as "wrappedKey"
      from unnest(${unseenTexts(4)}) with ordinality
        as asked(merchant_id, network, asset, blockchain, n)`,
    values: [
      column(({ merchantId }) => merchantId),
      column(({ network }) => network),
      column(({ asset }) => asset),
      column(({ blockchain }) => blockchain),
    ],
  })
  const found = new Map(rows.map(({ n, ...setup }) => [n, setup]))
  return asked.map((_, index): SetupForPayments => found.get(index + 1)!)
})

/** Reads the merchant's setup for payments in one asset. */
export const readPaymentSetup = (
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  { asset, chain }: AssetOnChain,
): Promise<SetupForPayments> =>
  read(database.pool, { merchantId, network, asset: asset.code, blockchain: chain.name })
