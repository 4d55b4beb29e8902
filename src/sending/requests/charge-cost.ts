/**
 * Decides whether a charge is worth its gas to its merchant. The price of the native coin is what the
 * operator says in the chains file (`nativePrice`): no market is asked. An asset without one is
 * limited by the native coin only.
 */
import type { ConnectedChain } from '../../chain/clients.ts'
import { dataBytesOf } from '../../chain/gas/data-fee.ts'
import { gasOfOneCharge } from '../../chain/gas/gas-limits.ts'
import { toBaseUnits } from '../../shared/money.ts'
import type { GasLimits } from '../../store/merchants/gas-limits.ts'
import type { ChargeRequest } from './charge-requests.ts'
import type { GasBudget } from '../gas-wallets.ts'

const nativeDecimals = 18
const shareDecimals = 4

type Prices = Pick<GasBudget, 'expectedPrice' | 'dataFeePerByte'>
type Charged = {
  isInitial: boolean
  subscription: Pick<ChargeRequest['subscription'], 'asset' | 'amount'>
}

/** Computes what a charge will probably cost, alone in its transaction, in wei. */
export function computeChargeCost(
  { isInitial }: Pick<Charged, 'isInitial'>,
  prices: Prices,
): bigint {
  const gas = gasOfOneCharge(isInitial)
  return gas * prices.expectedPrice + dataBytesOf(gas) * prices.dataFeePerByte
}

/** Returns whether a charge will cost more gas than the merchant allows. */
export function isTooDear(
  charge: Charged,
  { assets }: Pick<ConnectedChain, 'assets'>,
  limits: GasLimits,
  prices: Prices,
): boolean {
  const cost = computeChargeCost(charge, prices)
  const most = mostForOne(charge, assets, limits)
  return most !== null && cost > most
}

/** The lower of the merchant's two limits for one charge, in wei; null where neither is set. */
function mostForOne(
  { subscription }: Charged,
  assets: ConnectedChain['assets'],
  { weiPerCharge, sharePercent }: GasLimits,
): bigint | null {
  const asset = assets.find(({ code }) => code === subscription.asset)
  const share =
    sharePercent === null || !asset?.nativePrice
      ? null
      : shareOf(BigInt(subscription.amount), sharePercent, asset.nativePrice, asset.decimals)
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
