/** Computes how many charges a gas wallet's balance still pays for, at the present price of gas and data. */
import type { Database } from '../database.ts'
import { GasPrice } from '../tables/gas.ts'

export type PriceOfGas = Pick<GasPrice, 'worstWei' | 'dataFeeWei'>

/** The gas of one charge in a transaction of its own, measured and rounded up. */
const gasPerCharge = 60_000n
/**
 * The gas that a transaction of one charge asks for (`gasLimitOfCharges(1)`): a wallet must hold it, and gets
 * back what is not used.
 */
export const gasAskedForOneCharge = 373_968n

/** The gas of a charge that is alone in its transaction (`gasOfOneCharge`), by which a merchant's limits are judged. */
export const gasOfLoneCharge = 100_000n

/** Computes what a charge costs at worst that is alone in its transaction, in wei. */
export const computeWeiOfLone = ({ worstWei, dataFeeWei }: PriceOfGas): bigint =>
  gasOfLoneCharge * BigInt(worstWei) + BigInt(dataFeeWei)

/** Computes what one more charge costs at worst, in wei. */
const computeWeiOfOne = ({ worstWei, dataFeeWei }: PriceOfGas): bigint =>
  gasPerCharge * BigInt(worstWei) + BigInt(dataFeeWei)

/** Computes the wei that a wallet must hold to make so many charges, one after the other. */
export function computeWeiFor(charges: number, price: PriceOfGas): bigint {
  const first = gasAskedForOneCharge * BigInt(price.worstWei) + BigInt(price.dataFeeWei)
  return first + BigInt(charges - 1) * computeWeiOfOne(price)
}

/** Counts the charges that a balance pays for, each in a transaction of its own. */
export function countChargesLeft(balance: bigint, price: PriceOfGas): number {
  const beyondFirst = balance - computeWeiFor(1, price)
  if (beyondFirst < 0n) return 0
  return 1 + Number(beyondFirst / (computeWeiOfOne(price) || 1n))
}

/** Reads the price of gas on a chain; null while nobody has read it from the chain yet. */
export const findPriceOfGas = ({ orm }: Database, blockchain: string): Promise<PriceOfGas | null> =>
  orm.em.fork().findOne(GasPrice, { blockchain })
