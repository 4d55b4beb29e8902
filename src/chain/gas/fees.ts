/**
 * Computes what a transaction offers for its gas: twice the base fee, so that it stays acceptable
 * through six full blocks, and the tip that others pay; never more than the chains file allows. Where
 * a chain has no base fee, both are its gas price.
 */
import { parseGwei } from 'viem'
import type { GasOfChain } from '../../shared/chains/gas.ts'

/** Wei for each unit of gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** In wei: `baseFee` is 0, and `tip` the whole price, where prices are legacy. */
export type GasPrices = { baseFee: bigint; tip: bigint }

/** The price of gas now; `dearest` holds the highest prices that nodes give, towards which offers rise. */
export type GasMarket = GasPrices & { isLegacy: boolean; dearest: GasPrices }

/** The most that may be offered for a unit of gas, in wei, and the most of that as a tip. */
export type FeeLimits = { maxFeePerGas: bigint; maxTip: bigint }

const baseFeeFactor = 2n
/** Nodes want 10 % more of a replacement, some 12.5 %. */
const bumpNumerator = 9n
const bumpDenominator = 8n
/** A transaction that is not mined is raised at most to so many times the dearest price. */
const marketMultipleMax = 2n
/**
 * Where nodes differ, the offer of an unmined transaction starts at this part of the dearest price and
 * doubles each time: whichever node is right, no more than twice the needed price is paid.
 */
const firstStepDivisor = 8n
const stepFactor = 2n
/** The first step offers so much of the limit, which leaves space for the eighths of the next ones. */
const firstStepPercent = 62n

/** Reads the limits from the chains file's gas settings. */
export const feeLimitsOf = (gas: GasOfChain): FeeLimits => ({
  maxFeePerGas: parseGwei(gas.maxFeePerGasGwei),
  maxTip: parseGwei(gas.maxTipGwei),
})

/** Computes what a new transaction offers. */
export function computeOffer(
  { baseFee, tip, isLegacy }: Omit<GasMarket, 'dearest'>,
  limits: FeeLimits,
): Fees {
  if (isLegacy) {
    const price = smaller(tip, limits.maxFeePerGas)
    return { maxFeePerGas: price, maxPriorityFeePerGas: price }
  }
  const maxTip = smaller(tip, limits.maxTip)
  const maxFeePerGas = smaller(baseFeeFactor * baseFee + maxTip, limits.maxFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(maxTip, maxFeePerGas) }
}

/** Computes what a unit of gas will probably cost, in wei: the base fee is paid once, not twice. */
export function computeExpectedPrice(market: GasMarket, limits: FeeLimits): bigint {
  const { maxFeePerGas, maxPriorityFeePerGas } = computeOffer(market, limits)
  return market.isLegacy
    ? maxFeePerGas
    : smaller(market.baseFee + maxPriorityFeePerGas, maxFeePerGas)
}

/** Returns whether gas costs more than the chains file lets us offer. */
export const isAboveLimit = (
  { baseFee, tip, isLegacy }: Omit<GasMarket, 'dearest'>,
  limits: FeeLimits,
): boolean => (isLegacy ? tip : baseFee) > limits.maxFeePerGas

/**
 * Computes the fees of a replacement: at least an eighth above `previous`, and what the market asks now
 * if that is more; where `previous` offers that already, a step towards the dearest that nodes ask.
 * `null` where the limits forbid it, and where `previous` offers enough for every node: a transaction
 * that is not taken although it pays what is asked is sent again, not made dearer.
 */
export function computeReplacementFees(
  previous: Fees,
  market: GasMarket,
  limits: FeeLimits,
): Fees | null {
  const asked = computeOffer(market, limits)
  const next = isTooLow(previous, asked) ? asked : stepUp(previous, market, limits)
  const raised = {
    maxFeePerGas: larger(raiseFee(previous.maxFeePerGas), next.maxFeePerGas),
    maxPriorityFeePerGas: larger(
      raiseFee(previous.maxPriorityFeePerGas),
      next.maxPriorityFeePerGas,
    ),
  }
  const isAllowed =
    raised.maxFeePerGas <= limits.maxFeePerGas &&
    (market.isLegacy || raised.maxPriorityFeePerGas <= limits.maxTip)
  const dearest = computeOffer({ ...market, ...market.dearest }, limits)
  return isAllowed && (isTooLow(previous, asked) || isNear(raised, dearest)) ? raised : null
}

/** Offers the dearest base fee in full, since no more of it is paid than is due, and a step of the tip. */
function stepUp(previous: Fees, { dearest, isLegacy }: GasMarket, limits: FeeLimits): Fees {
  const most = smaller(dearest.tip, isLegacy ? limits.maxFeePerGas : limits.maxTip)
  const firstStep = (most + firstStepDivisor - 1n) / firstStepDivisor
  const tip = smaller(most, larger(stepFactor * previous.maxPriorityFeePerGas, firstStep))
  const percent = isLegacy ? 100n : firstStepPercent
  const maxFeePerGas = (limits.maxFeePerGas * percent) / 100n
  return computeOffer({ ...dearest, tip, isLegacy }, { ...limits, maxFeePerGas })
}

const isTooLow = (previous: Fees, asked: Fees): boolean =>
  asked.maxFeePerGas > previous.maxFeePerGas ||
  asked.maxPriorityFeePerGas > previous.maxPriorityFeePerGas

const isNear = (raised: Fees, asked: Fees): boolean =>
  raised.maxFeePerGas <= marketMultipleMax * asked.maxFeePerGas &&
  raised.maxPriorityFeePerGas <= marketMultipleMax * asked.maxPriorityFeePerGas

/** Raises a fee by an eighth, rounded up, so that a tip of 1 wei grows too. */
export const raiseFee = (fee: bigint) =>
  (fee * bumpNumerator + bumpDenominator - 1n) / bumpDenominator
const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
