import fc from 'fast-check'
import { parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import {
  computeExpectedPrice,
  type Fees,
  feeLimitsOf,
  type GasMarket,
  type GasPrices,
  computeOffer,
  computeOfferAfterRefusal,
  computeReplacementFees,
  type PriceRefusal,
} from '../../src/chain/gas/fees.ts'
import { readGasMarket } from '../../src/chain/gas/gas-market.ts'
import { type LeastNamed, nothingNamed } from '../../src/chain/rpc/send-words.ts'
import { localChains } from '../../src/shared/chains.ts'
import { gasOf } from '../../src/shared/chains/gas.ts'
import { startTestChain } from '../support/chain.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { wait } from '../../src/shared/time.ts'

const limits = { maxFeePerGas: parseGwei('500'), maxTip: parseGwei('20') }
const wei = fc.bigInt({ min: 0n, max: 2n * limits.maxFeePerGas })
const pricesOf = fc.record({ baseFee: wei, tip: wei })
/** Markets that nodes agree on. */
const markets: fc.Arbitrary<GasMarket> = pricesOf.map((prices) => agreedOn(prices))
const agreedOn = (prices: GasPrices): GasMarket => ({ ...prices, isLegacy: false, dearest: prices })

const node = await startTestChain()
const proxies: RpcProxy[] = []
beforeAll(async () => {
  for (let i = 0; i < 3; i++) proxies.push(await startRpcProxy(() => node.url))
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await node.stop()
})

/** Reads the market through one proxy for each behaviour. */
const readBy = (behaviours: Behaviour[], gas = localChains[0]!.gas): Promise<GasMarket> =>
  readGasMarket(chainBy(behaviours, gas))

function chainBy(behaviours: Behaviour[], gas = localChains[0]!.gas) {
  behaviours.forEach((behaviour, index) => (proxies[index]!.behaviour = behaviour))
  const rpcUrls = proxies.slice(0, behaviours.length).map(({ url }) => url)
  return { ...connectChain({ ...localChains[0]!, rpcUrls }), rpcUrls, gas }
}

const honest: Behaviour = () => undefined
const tipLie: Behaviour = async ({ method }, pass) => {
  const lie = `0x${parseGwei('1000').toString(16)}`
  if (method === 'eth_maxPriorityFeePerGas') return { result: lie }
  if (method !== 'eth_feeHistory') return undefined
  const answer = await pass()
  return { result: { ...(answer.result as object), gasUsedRatio: [0.5], reward: [[lie]] } }
}

/** Gives a base fee of 1 wei, no tip, and the advice to pay none. */
const nothingLie: Behaviour = async ({ method }, pass) => {
  if (method === 'eth_maxPriorityFeePerGas') return { result: '0x0' }
  if (method === 'eth_getBlockByNumber') {
    const { result } = await pass()
    return { result: { ...(result as object), baseFeePerGas: '0x1' } }
  }
  if (method !== 'eth_feeHistory') return undefined
  const { result } = await pass()
  return { result: { ...(result as object), gasUsedRatio: [0.5], reward: [['0x0']] } }
}
const noBaseFee: Behaviour = async ({ method }, pass) => {
  if (method !== 'eth_getBlockByNumber') return undefined
  const { result } = await pass()
  return { result: { ...(result as object), baseFeePerGas: undefined } }
}
const slow =
  (ms: number): Behaviour =>
  async () => {
    await wait(ms)
    return undefined
  }

test('no offer is ever above the limits, and no tip above the offer', () => {
  fc.assert(
    fc.property(markets, (market) => {
      const { maxFeePerGas, maxPriorityFeePerGas } = computeOffer(market, limits)
      expect(maxFeePerGas).toBeLessThanOrEqual(limits.maxFeePerGas)
      expect(maxPriorityFeePerGas).toBeLessThanOrEqual(limits.maxTip)
      expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas)
      expect(computeExpectedPrice(market, limits)).toBeLessThanOrEqual(maxFeePerGas)
    }),
  )
})

test('a replacement offers at least 12.5 % more of both, and what the market asks now', () => {
  fc.assert(
    fc.property(markets, markets, (before, now) => {
      const previous = computeOffer(before, limits)
      const next = computeReplacementFees(previous, now, limits)
      if (!next) return
      const asked = computeOffer(now, limits)
      for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
        expect(next[field] * 8n).toBeGreaterThanOrEqual(previous[field] * 9n)
        expect(next[field]).toBeGreaterThanOrEqual(asked[field])
      }
      expect(next.maxFeePerGas).toBeLessThanOrEqual(limits.maxFeePerGas)
      expect(next.maxPriorityFeePerGas).toBeLessThanOrEqual(limits.maxTip)
    }),
  )
})

/** Where next to nothing is asked, offers rise to a 1,024th of the limit. */
const leastTip = limits.maxTip / 1_024n + 1n

test('a transaction that is not mined for an hour never climbs past twice what is asked', () => {
  fc.assert(
    fc.property(markets, (market) => {
      const asked = computeOffer(market, limits)
      let fees = asked
      for (let block = 0; block < 1_000; block++)
        fees = computeReplacementFees(fees, market, limits) ?? fees
      expect(fees.maxFeePerGas).toBeLessThanOrEqual(2n * most(asked.maxFeePerGas, leastTip))
      expect(fees.maxPriorityFeePerGas).toBeLessThanOrEqual(
        2n * most(asked.maxPriorityFeePerGas, leastTip),
      )
    }),
  )
})

test('an offer of nothing rises, although nobody asks for more', () => {
  const free = agreedOn({ baseFee: 7n, tip: 0n })
  const offers = offersInTurn(free)
  expect(offers[0]).toEqual({ maxFeePerGas: 14n, maxPriorityFeePerGas: 0n })
  expect(offers[1]!.maxPriorityFeePerGas).toBeGreaterThan(0n)
  expect(offers.at(-1)!.maxPriorityFeePerGas).toBeGreaterThanOrEqual(leastTip)
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
    offersAfter({ least: nothingNamed, isCertain }, market).at(-1)!.maxPriorityFeePerGas
  expect(last(true)).toBe(limits.maxTip)
  expect(last(false)).toBe(parseGwei('3.2'))
  const free = offersAfter(
    { least: nothingNamed, isCertain: false },
    agreedOn({ baseFee: 7n, tip: 0n }),
  )
  expect(free.at(-1)!.maxPriorityFeePerGas).toBeLessThanOrEqual(32n * leastTip)
})

test('the least that a refusal names is offered next, where the limits allow it', () => {
  const market = agreedOn({ baseFee: parseGwei('1'), tip: parseGwei('1.5') })
  const polygon = { maxFeePerGas: parseGwei('5000'), maxTip: parseGwei('500') }
  const offerFor = (named: Partial<LeastNamed>, isLegacy = false) =>
    offersAfter(
      { least: { ...nothingNamed, ...named }, isCertain: true },
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

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const most = (one: bigint, other: bigint) => (one > other ? one : other)

test('a node that names next to nothing lowers the first offer, and not how far it may rise', async () => {
  const market = await readBy([honest])
  const between = await readBy([nothingLie, honest])
  expect(between).toMatchObject({ baseFee: 1n, tip: 0n, isLegacy: false })
  expect(between.dearest).toEqual(market.dearest)
  expect((await readBy([nothingLie, honest, honest])).tip).toBe(market.tip)
})

test('a node that is slow to answer still keeps another from setting the tip', async () => {
  const { tip } = await readBy([honest])
  expect((await readBy([tipLie, slow(1_600)])).tip).toBe(tip)
})

test('the last prices of a node count while it is slower than anybody waits for', async () => {
  const chain = chainBy([honest, honest])
  const { tip } = await readGasMarket(chain)
  proxies[0]!.behaviour = tipLie
  proxies[1]!.behaviour = slow(6_000)
  expect((await readGasMarket(chain)).tip).toBe(tip)
})

test('two nodes of one provider have one voice', async () => {
  const { tip } = await readBy([honest])
  const chain = chainBy([tipLie, tipLie, honest])
  const nodesOf = (...providers: string[]) =>
    chain.rpcUrls.map((url, index) => ({ url, headers: {}, provider: providers[index]! }))
  const own = { ...chain, rpcUrls: nodesOf('a', 'b', 'c') }
  expect((await readGasMarket(own)).tip).toBe(parseGwei('1000'))
  expect((await readGasMarket({ ...chain, rpcUrls: nodesOf('a', 'a', 'b') })).tip).toBe(tip)
})

test('while all others are silent, a node is believed up to a tenth of the limits', async () => {
  const silent: Behaviour = async () => ({ status: 502, body: 'no' })
  const { tip } = await readBy([honest])
  expect((await readBy([honest, silent])).tip).toBe(tip)
  const market = await readBy([tipLie, silent])
  expect(market.tip).toBe(parseGwei(localChains[0]!.gas.maxTipGwei) / 10n)
  expect(market.dearest.tip).toBe(parseGwei('1000'))
})

test('a node that knows of no base fee cannot make the others send what the chain does not take', async () => {
  const { baseFee, tip } = await readBy([honest])
  const mixed = await readBy([noBaseFee, honest])
  expect(mixed).toMatchObject({ isLegacy: true, baseFee: 0n })
  expect(mixed.dearest.tip).toBeGreaterThanOrEqual(baseFee + tip)
})

test('a tip of 1,000 gwei by one of two nodes, or of three, changes nothing (P23)', async () => {
  const { tip } = await readBy([honest])
  expect(tip).toBeLessThanOrEqual(parseGwei('1'))
  expect((await readBy([tipLie, honest])).tip).toBe(tip)
  expect((await readBy([honest, tipLie, honest])).tip).toBe(tip)
})

test('a tip of 1,000 gwei by the only node is followed no further than the limit of the chain (P23)', async () => {
  const market = await readBy([tipLie])
  expect(market.tip).toBe(parseGwei('1000'))
  const gas = gasOf(8453, {
    ...localChains[0]!.gas,
    maxFeePerGasGwei: undefined,
    maxTipGwei: undefined,
  })
  expect(computeOffer(market, feeLimitsOf(gas)).maxPriorityFeePerGas).toBe(parseGwei('1'))
})

test('a node without a fee history is asked for its advice, and one without a base fee for its price', async () => {
  const noHistory: Behaviour = async ({ method }) =>
    method === 'eth_feeHistory'
      ? { error: { code: -32_601, message: 'no such method' } }
      : undefined
  expect((await readBy([noHistory])).tip).toBe(parseGwei('1'))

  const market = await readBy([noBaseFee])
  expect(market).toMatchObject({ baseFee: 0n, isLegacy: true })
  expect(computeOffer(market, limits)).toEqual({
    maxFeePerGas: market.tip,
    maxPriorityFeePerGas: market.tip,
  })
})

test.each(['-0x1', '-5', 'dear', null])(
  'a node that gives a tip of %s is left out, and the only one is not believed',
  async (reward) => {
    const nonsense: Behaviour = async ({ method }, pass) => {
      if (method !== 'eth_feeHistory') return undefined
      const { result } = await pass()
      return { result: { ...(result as object), gasUsedRatio: [0.5], reward: [[reward]] } }
    }
    const { tip } = await readBy([honest])
    expect((await readBy([nonsense, honest])).tip).toBe(tip)
    await expect(readBy([nonsense])).rejects.toThrow('the answer to eth_feeHistory cannot be read')
  },
)

/** The blocks hold the chain's own transactions alone, as those of a quiet rollup. */
const systemBlocks: Behaviour = async ({ method }, pass) => {
  if (method === 'eth_maxPriorityFeePerGas') return { result: '0xf4240' }
  if (method !== 'eth_feeHistory') return undefined
  const { result } = await pass()
  return {
    result: { ...(result as object), gasUsedRatio: [0.002, 0.002], reward: [['0x0'], ['0x0']] },
  }
}

test('where blocks tell of no tip the advice of the node is offered, and without advice nothing', async () => {
  expect(await readBy([systemBlocks])).toMatchObject({
    tip: 1_000_000n,
    dearest: { tip: 1_000_000n },
  })
  const withoutAdvice: Behaviour = async (request, pass) =>
    ['eth_maxPriorityFeePerGas', 'eth_gasPrice'].includes(request.method)
      ? { error: { code: -32_601, message: 'no such method' } }
      : systemBlocks(request, pass)
  expect((await readBy([withoutAdvice])).tip).toBe(0n)
})

test('where nodes are asked for advice, offers may rise to it, and begin where they did', async () => {
  const advising: Behaviour = async ({ method }, pass) => {
    if (method === 'eth_maxPriorityFeePerGas') return { result: '0x6fc23ac00' }
    if (method !== 'eth_feeHistory') return undefined
    const { result } = await pass()
    return { result: { ...(result as object), gasUsedRatio: [0.5], reward: [['0x1']] } }
  }
  const chain = chainBy([advising])
  expect(await readGasMarket(chain)).toMatchObject({ tip: 1n, dearest: { tip: 1n } })
  const advised = await readGasMarket(chain, { withAdvice: true })
  expect(advised).toMatchObject({ tip: 1n, dearest: { tip: parseGwei('30') } })
})

test('the legacy price that a chain asks for is used although its blocks carry a base fee', async () => {
  const gas = { ...localChains[0]!.gas, pricing: 'legacy' as const }
  expect(await readBy([honest], gas)).toMatchObject({ isLegacy: true, baseFee: 0n })
})
