/**
 * Computes what a transaction offers for its gas: twice the base fee, so that it stays acceptable
 * through six full blocks, and the tip that others pay; never more than the chains file allows. Where
 * a chain has no base fee, both are its gas price.
 */
import { parseGwei } from 'viem'
import { hourMs } from '../../../machines/durations.ts'
import type { GasOfChain } from '../../shared/chains/gas.ts'
import type { LeastNamed } from '../rpc/send-words.ts'
import { larger, smaller } from '../../shared/money.ts'

/** Wei for each unit of gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** In wei: `baseFee` is 0, and `tip` the whole price, where prices are legacy. */
export type GasPrices = { baseFee: bigint; tip: bigint }

/**
 * The price of gas now; `dearest` holds the highest prices that nodes give, towards which offers rise, and the tip
 * that they advise where they were asked for it.
 */
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
/** Where all nodes say next to nothing, offers rise to this part of the limit: some chains want a little. */
const nothingDivisor = 1_024n
/** Words that do not say that an offer is too low raise a tip to so many times the dearest, and a legacy price. */
const unclearMultipleMax = { tip: 32n, price: 4n }
/** Beyond that such words raise it by one step in each of these waits, up to the limits: a node that lies gains little. */
export const unclearStepMs = hourMs

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
  const isFollowed = isTooLow(previous, asked) || isNear(raised, dearest, leastStep(market, limits))
  return isAllowed && isFollowed ? raised : null
}

/**
 * What a refusal says of the price. `isCertain`: that the offer is too low, and not only that it was not taken.
 * `unchangedMs`: for how long the same was offered.
 */
export type PriceRefusal = { least: LeastNamed; isCertain: boolean; unchangedMs: number }

/**
 * Computes the fees for bytes that no node took: what the market asks now or the refusal names, and otherwise
 * twice the tip. No node holds them, so the step may be small near a limit.
 *
 * @returns `null` where the limits forbid more, or where nobody says that it is too low, 32 times the dearest tip (4
 *   times a legacy price) did not help either, and the wait for the next step is not over
 */
export function computeOfferAfterRefusal(
  previous: Fees,
  market: GasMarket,
  limits: FeeLimits,
  { least, isCertain, unchangedMs }: PriceRefusal,
): Fees | null {
  const asked = computeOffer({ ...market, ...addNamed(market, market.isLegacy, least) }, limits)
  const isAsked = isTooLow(previous, asked)
  const isFree = isCertain || unchangedMs >= unclearStepMs
  const most = isFree ? tipLimit(market, limits) : mostIfUnclear(market, limits)
  if (!isAsked && !isFree && previous.maxPriorityFeePerGas >= most) return null
  const next = isAsked ? asked : doubleTip(previous, market, limits, most)
  const maxFeePerGas = smaller(
    larger(raiseFee(previous.maxFeePerGas), next.maxFeePerGas),
    limits.maxFeePerGas,
  )
  const maxPriorityFeePerGas = smaller(
    smaller(
      larger(raiseFee(previous.maxPriorityFeePerGas), next.maxPriorityFeePerGas),
      tipLimit(market, limits),
    ),
    maxFeePerGas,
  )
  const raised = { maxFeePerGas, maxPriorityFeePerGas }
  return isTooLow(previous, raised) && !isTooLow(raised, previous) ? raised : null
}

/**
 * Computes the fees for bytes that cost more than nodes pass on: what the market asks now, or the least that the next
 * block may ask.
 *
 * @returns `null` where neither is at least an eighth less
 */
export function computeCheaperOffer(
  previous: Fees,
  market: GasMarket,
  limits: FeeLimits,
): Fees | null {
  const asked = computeOffer(market, limits)
  const { maxPriorityFeePerGas } = asked
  // A base fee rises by an eighth with each block at most.
  const bare = smaller(raiseFee(market.baseFee) + maxPriorityFeePerGas, asked.maxFeePerGas)
  const barest = market.isLegacy ? asked : { maxFeePerGas: bare, maxPriorityFeePerGas }
  const isCheaper = ({ maxFeePerGas }: Fees) => raiseFee(maxFeePerGas) <= previous.maxFeePerGas
  return [asked, barest].find(isCheaper) ?? null
}

/** Adds to prices what a refusal names as the least. */
export const addNamed = (
  { baseFee, tip }: GasPrices,
  isLegacy: boolean,
  least: LeastNamed,
): GasPrices =>
  isLegacy
    ? { baseFee, tip: [least.tip, least.maxFeePerGas, least.price].reduce(larger, tip) }
    : {
        baseFee: larger(baseFee, least.maxFeePerGas),
        tip: [least.tip, least.price - baseFee].reduce(larger, tip),
      }

function mostIfUnclear(market: GasMarket, limits: FeeLimits): bigint {
  const multiple = market.isLegacy ? unclearMultipleMax.price : unclearMultipleMax.tip
  const usual = larger(market.dearest.tip, leastStep(market, limits))
  return smaller(multiple * usual, tipLimit(market, limits))
}

function doubleTip(
  previous: Fees,
  { dearest, isLegacy }: GasMarket,
  limits: FeeLimits,
  most: bigint,
): Fees {
  const least = larger(leastStep({ isLegacy }, limits), dearest.tip / firstStepDivisor)
  const tip = smaller(most, larger(stepFactor * previous.maxPriorityFeePerGas, least))
  return computeOffer({ ...dearest, tip, isLegacy }, limits)
}

/** Offers the dearest base fee in full, since no more of it is paid than is due, and a step of the tip. */
function stepUp(previous: Fees, { dearest, isLegacy }: GasMarket, limits: FeeLimits): Fees {
  const most = larger(
    smaller(dearest.tip, tipLimit({ isLegacy }, limits)),
    leastStep({ isLegacy }, limits),
  )
  const firstStep = (most + firstStepDivisor - 1n) / firstStepDivisor
  const tip = smaller(most, larger(stepFactor * previous.maxPriorityFeePerGas, firstStep))
  const percent = isLegacy ? 100n : firstStepPercent
  const maxFeePerGas = (limits.maxFeePerGas * percent) / 100n
  return computeOffer({ ...dearest, tip, isLegacy }, { ...limits, maxFeePerGas })
}

type Pricing = Pick<GasMarket, 'isLegacy'>
const tipLimit = ({ isLegacy }: Pricing, { maxFeePerGas, maxTip }: FeeLimits): bigint =>
  isLegacy ? maxFeePerGas : maxTip
const leastStep = (pricing: Pricing, limits: FeeLimits): bigint =>
  (tipLimit(pricing, limits) + nothingDivisor - 1n) / nothingDivisor

const isTooLow = (previous: Fees, asked: Fees): boolean =>
  asked.maxFeePerGas > previous.maxFeePerGas ||
  asked.maxPriorityFeePerGas > previous.maxPriorityFeePerGas

/** Returns whether both are at most twice what is asked; the least step is near nothing. */
const isNear = (raised: Fees, asked: Fees, least: bigint): boolean =>
  raised.maxFeePerGas <= marketMultipleMax * larger(asked.maxFeePerGas, least) &&
  raised.maxPriorityFeePerGas <= marketMultipleMax * larger(asked.maxPriorityFeePerGas, least)

/** Raises a fee by an eighth, rounded up, so that a tip of 1 wei grows too, and one of nothing. */
export const raiseFee = (fee: bigint) =>
  larger((fee * bumpNumerator + bumpDenominator - 1n) / bumpDenominator, 1n)
