/** What is offered next for a transaction that nobody mines, or that every node refuses. */
import fc from 'fast-check'
import { parseGwei } from 'viem'
import { expect, test } from 'vitest'
import {
  computeCheaperOffer,
  computeOffer,
  computeOfferAfterRefusal,
  computeReplacementFees,
  type Fees,
  type GasMarket,
  type GasPrices,
  type PriceRefusal,
  unclearStepMs,
} from '../../src/chain/gas/fees.ts'
import { type LeastNamed, nothingNamed } from '../../src/chain/rpc/send-words.ts'

const limits = { maxFeePerGas: parseGwei('500'), maxTip: parseGwei('20') }
const leastTip = limits.maxTip / 1_024n + 1n
const wei = fc.bigInt({ min: 0n, max: 2n * limits.maxFeePerGas })
const agreedOn = (prices: GasPrices): GasMarket => ({ ...prices, isLegacy: false, dearest: prices })
const pricesOf = fc.record({ baseFee: wei, tip: wei })
const markets = pricesOf.map(agreedOn)
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const most = (one: bigint, other: bigint) => (one > other ? one : other)

test('an offer of nothing rises, although nobody asks for more', () => {
  const free = agreedOn({ baseFee: 7n, tip: 0n })
  const offers = offersInTurn(free)
  expect(offers[0]).toEqual({ maxFeePerGas: 14n, maxPriorityFeePerGas: 0n })
  expect(offers[1]!.maxPriorityFeePerGas).toBeGreaterThan(0n)
  expect(offers.at(-1)!.maxPriorityFeePerGas).toBeGreaterThanOrEqual(leastTip)
})

/** Computes the offers for a transaction that nobody mines, each time it is replaced. */
function offersInTurn(market: GasMarket): Fees[] {
  const offers = [computeOffer(market, limits)]
  for (let turn = 0; turn < 12; turn++) {
    const next = computeReplacementFees(offers.at(-1)!, market, limits)
    if (!next) break
    offers.push(next)
  }
  return offers
}

test('whichever of two nodes lies about prices, an offer that the chain takes is made soon, at twice the price at most', () => {
  const usual = fc.record({
    baseFee: fc.bigInt({ min: 1n, max: parseGwei('100') }),
    tip: fc.bigInt({ min: 1n, max: parseGwei('4') }),
  })
  fc.assert(
    fc.property(usual, pricesOf, fc.boolean(), (honest, lie, isLegacy) => {
      const asHonest = isLegacy ? { baseFee: 0n, tip: honest.baseFee + honest.tip } : honest
      const asLie = isLegacy ? { baseFee: 0n, tip: lie.tip } : lie
      const market = {
        baseFee: least(asHonest.baseFee, asLie.baseFee),
        tip: least(asHonest.tip, asLie.tip),
        isLegacy,
        dearest: {
          baseFee: most(asHonest.baseFee, asLie.baseFee),
          tip: most(asHonest.tip, asLie.tip),
        },
      }
      const needed = asHonest.tip
      const isTaken = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees) =>
        maxFeePerGas >= asHonest.baseFee + needed && maxPriorityFeePerGas >= needed
      const offers = offersInTurn(market)
      const taken = offers.findIndex(isTaken)
      expect(taken).toBeGreaterThanOrEqual(0)
      expect(taken).toBeLessThanOrEqual(5)
      const limit = isLegacy ? limits.maxFeePerGas : limits.maxTip
      const paid = offers[taken]!.maxPriorityFeePerGas
      expect(paid).toBeLessThanOrEqual(most(2n * needed, limit / 8n))
    }),
  )
})

/** Computes the offers for a transaction that every node refuses, from one that the market asked for. */
function offersAfter(refusal: PriceRefusal, market: GasMarket, within = limits): Fees[] {
  const offers = [computeOffer(market, within)]
  for (let turn = 0; turn < 200; turn++) {
    const next = computeOfferAfterRefusal(offers.at(-1)!, market, within, refusal)
    if (!next) return offers
    offers.push(next)
  }
  throw new Error('it rises without end')
}

test('refused offers rise, each time by something, in few steps, and stay within the limits', () => {
  const refusals = fc.record({
    least: fc.record({ tip: wei, maxFeePerGas: wei, price: wei }),
    isCertain: fc.boolean(),
    unchangedMs: fc.constantFrom(0, unclearStepMs),
  })
  fc.assert(
    fc.property(markets, refusals, fc.boolean(), (market, refusal, isLegacy) => {
      const offers = offersAfter(refusal, { ...market, isLegacy })
      expect(offers.length).toBeLessThan(200)
      for (const [index, { maxFeePerGas, maxPriorityFeePerGas }] of offers.entries()) {
        expect(maxFeePerGas).toBeLessThanOrEqual(limits.maxFeePerGas)
        expect(maxPriorityFeePerGas).toBeLessThanOrEqual(isLegacy ? maxFeePerGas : limits.maxTip)
        expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas)
        if (index > 0)
          expect(maxFeePerGas + maxPriorityFeePerGas).toBeGreaterThan(
            offers[index - 1]!.maxFeePerGas + offers[index - 1]!.maxPriorityFeePerGas,
          )
      }
    }),
  )
})

test('a certain refusal reaches the limit, and words that nobody knows 32 times the usual tip', () => {
  const market = agreedOn({ baseFee: parseGwei('1'), tip: parseGwei('0.1') })
  const last = (isCertain: boolean) =>
    offersAfter({ least: nothingNamed, isCertain, unchangedMs: 0 }, market).at(-1)!
      .maxPriorityFeePerGas
  expect(last(true)).toBe(limits.maxTip)
  expect(last(false)).toBe(parseGwei('3.2'))
  const free = offersAfter(
    { least: nothingNamed, isCertain: false, unchangedMs: 0 },
    agreedOn({ baseFee: 7n, tip: 0n }),
  )
  expect(free.at(-1)!.maxPriorityFeePerGas).toBeLessThanOrEqual(32n * leastTip)
})

test('the least that a refusal names is offered next, where the limits allow it', () => {
  const market = agreedOn({ baseFee: parseGwei('1'), tip: parseGwei('1.5') })
  const polygon = { maxFeePerGas: parseGwei('5000'), maxTip: parseGwei('500') }
  const offerFor = (named: Partial<LeastNamed>, isLegacy = false) =>
    offersAfter(
      { least: { ...nothingNamed, ...named }, isCertain: true, unchangedMs: 0 },
      { ...market, isLegacy },
      polygon,
    )[1]
  expect(offerFor({ tip: parseGwei('25') })).toEqual({
    maxFeePerGas: parseGwei('27'),
    maxPriorityFeePerGas: parseGwei('25'),
  })
  expect(offerFor({ maxFeePerGas: parseGwei('30') })!.maxFeePerGas).toBe(parseGwei('61.5'))
  expect(offerFor({ price: parseGwei('30') })!.maxPriorityFeePerGas).toBe(parseGwei('29'))
  expect(offerFor({ price: parseGwei('30') }, true)!.maxFeePerGas).toBe(parseGwei('30'))
})

test('a lower offer is at least an eighth lower, and pays the base fee of the next block and the usual tip', () => {
  fc.assert(
    fc.property(markets, markets, fc.boolean(), (before, now, isLegacy) => {
      const market = { ...now, isLegacy }
      const previous = computeOffer({ ...before, isLegacy }, limits)
      const next = computeCheaperOffer(previous, market, limits)
      if (!next) return
      const asked = computeOffer(market, limits)
      expect(next.maxFeePerGas * 9n).toBeLessThanOrEqual(previous.maxFeePerGas * 8n)
      expect(next.maxFeePerGas).toBeLessThanOrEqual(asked.maxFeePerGas)
      expect(next.maxPriorityFeePerGas).toBe(asked.maxPriorityFeePerGas)
      const due = (market.baseFee * 9n) / 8n + asked.maxPriorityFeePerGas
      if (!isLegacy)
        expect(next.maxFeePerGas).toBeGreaterThanOrEqual(least(due, asked.maxFeePerGas))
    }),
  )
})

test('after 32 times the usual tip, words that nobody knows raise an offer by a step an hour, up to the limits', () => {
  const market = agreedOn({ baseFee: parseGwei('1'), tip: parseGwei('0.1') })
  const refusal = { least: nothingNamed, isCertain: false }
  const soon = offersAfter({ ...refusal, unchangedMs: unclearStepMs - 1 }, market).at(-1)!
  expect(soon.maxPriorityFeePerGas).toBe(parseGwei('3.2'))
  const later = { ...refusal, unchangedMs: unclearStepMs }
  const next = computeOfferAfterRefusal(soon, market, limits, later)!
  expect(next.maxPriorityFeePerGas).toBe(parseGwei('6.4'))
  const last = offersAfter(later, market).at(-1)!
  expect(last).toEqual({ maxFeePerGas: limits.maxFeePerGas, maxPriorityFeePerGas: limits.maxTip })
})
