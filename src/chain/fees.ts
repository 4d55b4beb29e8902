/**
 * What a transaction offers for its gas: twice the base fee, so that it stays acceptable through
 * six full blocks, and the tip that others pay; never more than the chains file allows. Where a
 * chain knows no base fee, both are its gas price.
 */
import { parseGwei } from 'viem'
import type { GasOfChain } from '../shared/chains/gas.ts'

/** Wei for each unit of gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** What gas costs now, in wei: `baseFee` is 0, and `tip` the whole price, where prices are legacy. */
export type GasMarket = { baseFee: bigint; tip: bigint; isLegacy: boolean }

/** The most that may be offered, in wei: for a unit of gas, and of that as a tip. */
export type FeeLimits = { maxFeePerGas: bigint; maxTip: bigint }

const baseFeeFactor = 2n
/** Nodes want 10 % more of a replacement, some 12.5 %. */
const bumpNumerator = 9n
const bumpDenominator = 8n
/** A transaction that is not taken is raised by itself to so many times what the market asks. */
const marketMultipleMax = 2n

export const feeLimitsOf = (gas: GasOfChain): FeeLimits => ({
  maxFeePerGas: parseGwei(gas.maxFeePerGasGwei),
  maxTip: parseGwei(gas.maxTipGwei),
})

/** What a new transaction offers. */
export function offer({ baseFee, tip, isLegacy }: GasMarket, limits: FeeLimits): Fees {
  if (isLegacy) {
    const price = smaller(tip, limits.maxFeePerGas)
    return { maxFeePerGas: price, maxPriorityFeePerGas: price }
  }
  const maxTip = smaller(tip, limits.maxTip)
  const maxFeePerGas = smaller(baseFeeFactor * baseFee + maxTip, limits.maxFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(maxTip, maxFeePerGas) }
}

/** What a unit of gas will probably cost, in wei: the base fee is paid once, not twice. */
export function expectedPrice(market: GasMarket, limits: FeeLimits): bigint {
  const { maxFeePerGas, maxPriorityFeePerGas } = offer(market, limits)
  return market.isLegacy
    ? maxFeePerGas
    : smaller(market.baseFee + maxPriorityFeePerGas, maxFeePerGas)
}

/** Tells whether gas costs more than the chains file lets us offer. */
export const isAboveLimit = ({ baseFee, tip, isLegacy }: GasMarket, limits: FeeLimits): boolean =>
  (isLegacy ? tip : baseFee) > limits.maxFeePerGas

/**
 * The fees of a replacement: at least an eighth above `previous`, and what the market asks now if
 * that is more. `null` where the limits forbid it, and where `previous` offers enough already: a
 * transaction that is not taken although it pays what is asked is sent again, not made dearer.
 */
export function replacementFees(previous: Fees, market: GasMarket, limits: FeeLimits): Fees | null {
  const asked = offer(market, limits)
  const raised = {
    maxFeePerGas: larger(bumped(previous.maxFeePerGas), asked.maxFeePerGas),
    maxPriorityFeePerGas: larger(bumped(previous.maxPriorityFeePerGas), asked.maxPriorityFeePerGas),
  }
  const isAllowed =
    raised.maxFeePerGas <= limits.maxFeePerGas &&
    (market.isLegacy || raised.maxPriorityFeePerGas <= limits.maxTip)
  return isAllowed && (isTooLow(previous, asked) || isNear(raised, asked)) ? raised : null
}

const isTooLow = (previous: Fees, asked: Fees): boolean =>
  asked.maxFeePerGas > previous.maxFeePerGas ||
  asked.maxPriorityFeePerGas > previous.maxPriorityFeePerGas

const isNear = (raised: Fees, asked: Fees): boolean =>
  raised.maxFeePerGas <= marketMultipleMax * asked.maxFeePerGas &&
  raised.maxPriorityFeePerGas <= marketMultipleMax * asked.maxPriorityFeePerGas

/** Rounds up, so that a tip of 1 wei grows too. */
export const bumped = (fee: bigint) =>
  (fee * bumpNumerator + bumpDenominator - 1n) / bumpDenominator
const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
