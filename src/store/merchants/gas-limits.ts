/**
 * The limits of a merchant's gas wallets: for one charge, in the native coin or as a share of the
 * amount, and for a day, and whether it pays for payers' permits. A request above them waits.
 */
import type { AssetSettings } from '../../shared/chains.ts'
import { nativeDecimals, toBaseUnits } from '../../shared/money.ts'
import { type AuditTrail, changeWithTrail } from '../people/audit.ts'
import { GasLimit } from '../tables/gas.ts'
import type { Owner } from '../../shared/owner.ts'
import type { WithDatabase } from '../parts.ts'

/** Null: no limit. */
export type GasLimits = {
  blockchain: string
  weiPerCharge: bigint | null
  weiPerDay: bigint | null
  /** Up to four decimals. */
  sharePercent: string | null
  /** Whether the gas wallet sends payers' permits. */
  relaysPermits: boolean
}

export async function findGasLimits(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  blockchain: string,
): Promise<GasLimits> {
  const key = { merchantId, network, blockchain }
  const found = await database.orm.em.fork().findOne(GasLimit, key)
  return {
    blockchain,
    weiPerCharge: toWei(found?.weiPerCharge),
    weiPerDay: toWei(found?.weiPerDay),
    sharePercent: found?.sharePercent ?? null,
    relaysPermits: found?.relaysPermits ?? true,
  }
}

/** Replaces the limits of a chain. */
export async function setGasLimits(
  { database }: WithDatabase,
  { merchantId, network }: Owner,
  { blockchain, weiPerCharge, weiPerDay, sharePercent, relaysPermits }: GasLimits,
  audit?: AuditTrail,
): Promise<void> {
  const before = await findGasLimits({ database }, { merchantId, network }, blockchain)
  const after = {
    blockchain,
    weiPerCharge: weiPerCharge === null ? null : String(weiPerCharge),
    weiPerDay: weiPerDay === null ? null : String(weiPerDay),
    sharePercent,
    relaysPermits,
  }
  await changeWithTrail(database, audit, async (client) => {
    await client.query(
      `insert into gas_limit (merchant_id, network, blockchain, wei_per_charge, wei_per_day,
         share_percent, relays_permits) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (merchant_id, network, blockchain) do update set
         wei_per_charge = excluded.wei_per_charge, wei_per_day = excluded.wei_per_day,
         share_percent = excluded.share_percent, relays_permits = excluded.relays_permits`,
      [merchantId, network, ...Object.values(after)],
    )
    return { before: writable(before), after }
  })
}

/** JSON has no big numbers, so they are written as texts. */
const writable = ({ weiPerCharge, weiPerDay, ...limits }: GasLimits) => ({
  ...limits,
  weiPerCharge: weiPerCharge?.toString() ?? null,
  weiPerDay: weiPerDay?.toString() ?? null,
})

const shareDecimals = 4

type PricedAsset = Pick<AssetSettings, 'code' | 'decimals' | 'nativePrice'>

/**
 * Computes the most that a charge may cost its merchant, in wei; null where no limit is set for one. The price
 * of the native coin is what the operator says in the chains file (`nativePrice`): no market is asked. An asset
 * without one is limited by the native coin only.
 */
export function computeMostForCharge(
  charged: { asset: string; amount: string },
  assets: readonly PricedAsset[],
  { weiPerCharge, sharePercent }: Pick<GasLimits, 'weiPerCharge' | 'sharePercent'>,
): bigint | null {
  const asset = assets.find(({ code }) => code === charged.asset)
  const share =
    sharePercent === null || !asset?.nativePrice
      ? null
      : shareOf(BigInt(charged.amount), sharePercent, asset.nativePrice, asset.decimals)
  if (share === null || weiPerCharge === null) return share ?? weiPerCharge
  return share < weiPerCharge ? share : weiPerCharge
}

/** So many percent of an amount, in wei; a price is what one native coin costs in the asset. */
function shareOf(amount: bigint, percent: string, price: string, decimals: number): bigint {
  const parts = 100n * 10n ** BigInt(shareDecimals)
  const pricePerCoin = toBaseUnits(price, decimals)
  if (pricePerCoin === 0n) return 0n
  const wei = amount * toBaseUnits(percent, shareDecimals) * 10n ** BigInt(nativeDecimals)
  return wei / (parts * pricePerCoin)
}

const toWei = (wei: string | null | undefined): bigint | null =>
  wei === null || wei === undefined ? null : BigInt(wei)
