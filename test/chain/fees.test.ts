import fc from 'fast-check'
import { parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/chain/clients.ts'
import {
  expectedPrice,
  feeLimitsOf,
  type GasMarket,
  offer,
  replacementFees,
} from '../../src/chain/fees.ts'
import { readGasMarket } from '../../src/chain/gas-market.ts'
import { localChains } from '../../src/shared/chains.ts'
import { gasOf } from '../../src/shared/chains/gas.ts'
import { startTestChain } from '../support/chain.ts'
import { type Behaviour, type RpcProxy, startRpcProxy } from './rpc-proxy.ts'

const limits = { maxFeePerGas: parseGwei('500'), maxTip: parseGwei('20') }
const wei = fc.bigInt({ min: 0n, max: 2n * limits.maxFeePerGas })
const markets: fc.Arbitrary<GasMarket> = fc.record({
  baseFee: wei,
  tip: wei,
  isLegacy: fc.constant(false),
})

const node = await startTestChain()
const proxies: RpcProxy[] = []
beforeAll(async () => {
  for (let i = 0; i < 3; i++) proxies.push(await startRpcProxy(() => node.url))
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await node.stop()
})

/** Reads the market by proxies that behave so. */
function readBy(behaviours: Behaviour[], gas = localChains[0]!.gas): Promise<GasMarket> {
  behaviours.forEach((behaviour, index) => (proxies[index]!.behaviour = behaviour))
  const rpcUrls = proxies.slice(0, behaviours.length).map(({ url }) => url)
  return readGasMarket({ ...connect({ ...localChains[0]!, rpcUrls }), gas })
}

const honest: Behaviour = () => undefined
const tipLie: Behaviour = async ({ method }, pass) => {
  const lie = `0x${parseGwei('1000').toString(16)}`
  if (method === 'eth_maxPriorityFeePerGas') return { result: lie }
  if (method !== 'eth_feeHistory') return undefined
  const answer = await pass()
  return { result: { ...(answer.result as object), gasUsedRatio: [0.5], reward: [[lie]] } }
}

test('no offer is ever above the limits, and no tip above the offer', () => {
  fc.assert(
    fc.property(markets, (market) => {
      const { maxFeePerGas, maxPriorityFeePerGas } = offer(market, limits)
      expect(maxFeePerGas).toBeLessThanOrEqual(limits.maxFeePerGas)
      expect(maxPriorityFeePerGas).toBeLessThanOrEqual(limits.maxTip)
      expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas)
      expect(expectedPrice(market, limits)).toBeLessThanOrEqual(maxFeePerGas)
    }),
  )
})

test('a replacement offers at least 12.5 % more of both, and what the market asks now', () => {
  fc.assert(
    fc.property(markets, markets, (before, now) => {
      const previous = offer(before, limits)
      const next = replacementFees(previous, now, limits)
      if (!next) return
      const asked = offer(now, limits)
      for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
        expect(next[field] * 8n).toBeGreaterThanOrEqual(previous[field] * 9n)
        expect(next[field]).toBeGreaterThanOrEqual(asked[field])
      }
      expect(next.maxFeePerGas).toBeLessThanOrEqual(limits.maxFeePerGas)
      expect(next.maxPriorityFeePerGas).toBeLessThanOrEqual(limits.maxTip)
    }),
  )
})

test('a transaction that is not taken for an hour never climbs past twice what is asked', () => {
  fc.assert(
    fc.property(markets, (market) => {
      const asked = offer(market, limits)
      let fees = asked
      for (let block = 0; block < 1_000; block++)
        fees = replacementFees(fees, market, limits) ?? fees
      expect(fees.maxFeePerGas).toBeLessThanOrEqual(2n * asked.maxFeePerGas)
      expect(fees.maxPriorityFeePerGas).toBeLessThanOrEqual(2n * asked.maxPriorityFeePerGas)
    }),
  )
})

test('a tip of 1,000 gwei said by one of two nodes, or of three, changes nothing', async () => {
  const { tip } = await readBy([honest])
  expect(tip).toBeLessThanOrEqual(parseGwei('1'))
  expect((await readBy([tipLie, honest])).tip).toBe(tip)
  expect((await readBy([honest, tipLie, honest])).tip).toBe(tip)
})

test('the only node that says so is followed no further than the limit of the chain', async () => {
  const market = await readBy([tipLie])
  expect(market.tip).toBe(parseGwei('1000'))
  const gas = gasOf(8453, {
    ...localChains[0]!.gas,
    maxFeePerGasGwei: undefined,
    maxTipGwei: undefined,
  })
  expect(offer(market, feeLimitsOf(gas)).maxPriorityFeePerGas).toBe(parseGwei('1'))
})

test('a node without a fee history is asked for its advice, and one without a base fee for its price', async () => {
  const noHistory: Behaviour = async ({ method }) =>
    method === 'eth_feeHistory'
      ? { error: { code: -32_601, message: 'no such method' } }
      : undefined
  expect((await readBy([noHistory])).tip).toBe(parseGwei('1'))

  const noBaseFee: Behaviour = async ({ method }, pass) => {
    if (method !== 'eth_getBlockByNumber') return undefined
    const { result } = await pass()
    return { result: { ...(result as object), baseFeePerGas: undefined } }
  }
  const market = await readBy([noBaseFee])
  expect(market).toMatchObject({ baseFee: 0n, isLegacy: true })
  expect(offer(market, limits)).toEqual({
    maxFeePerGas: market.tip,
    maxPriorityFeePerGas: market.tip,
  })
})

test.each(['-0x1', '-5', 'dear', null])(
  'a node that tells of a tip of %s is left out, and the only one is not believed',
  async (reward) => {
    const nonsense: Behaviour = async ({ method }, pass) => {
      if (method !== 'eth_feeHistory') return undefined
      const { result } = await pass()
      return { result: { ...(result as object), gasUsedRatio: [0.5], reward: [[reward]] } }
    }
    const { tip } = await readBy([honest])
    expect((await readBy([nonsense, honest])).tip).toBe(tip)
    await expect(readBy([nonsense])).rejects.toThrow('a tip that is no amount')
  },
)

test('the legacy price that a chain asks for is used although its blocks carry a base fee', async () => {
  const gas = { ...localChains[0]!.gas, pricing: 'legacy' as const }
  expect(await readBy([honest], gas)).toMatchObject({ isLegacy: true, baseFee: 0n })
})
