/** Decides whether a charge, or the permit before it, is worth its gas to its merchant. */
import type { ConnectedChain } from '../../chain/clients.ts'
import { dataBytesOf } from '../../chain/gas/data-fee.ts'
import { gasOfOneCharge, gasOfPermit } from '../../chain/gas/gas-limits.ts'
import { computeMostForCharge, type GasLimits } from '../../store/merchants/gas-limits.ts'
import type { ChargeRequest } from './charge-requests.ts'
import type { GasBudget } from '../gas-wallets.ts'

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
  return computeCost(gasOfOneCharge(isInitial), prices)
}

const computeCost = (gas: bigint, { expectedPrice, dataFeePerByte }: Prices): bigint =>
  gas * expectedPrice + dataBytesOf(gas) * dataFeePerByte

/** Returns whether a charge will cost more gas than the merchant allows. */
export function isTooDear(
  charge: Charged,
  { assets }: Pick<ConnectedChain, 'assets'>,
  limits: GasLimits,
  prices: Prices,
): boolean {
  const cost = computeChargeCost(charge, prices)
  const most = computeMostForCharge(charge.subscription, assets, limits)
  return most !== null && cost > most
}

/** Returns whether a permit will cost more gas than the merchant allows for one charge. */
export function isPermitTooDear(
  subscription: Charged['subscription'],
  { assets }: Pick<ConnectedChain, 'assets'>,
  limits: GasLimits,
  prices: Prices,
): boolean {
  const most = computeMostForCharge(subscription, assets, limits)
  return most !== null && computeCost(gasOfPermit, prices) > most
}
