import fc from 'fast-check'
import { parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectChain } from '../../src/chain/clients.ts'
import {
  computeExpectedPrice,
  feeLimitsOf,
  type GasMarket,
  type GasPrices,
  computeOffer,
  computeReplacementFees,
} from '../../src/chain/gas/fees.ts'
import { readGasMarket } from '../../src/chain/gas/gas-market.ts'
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
