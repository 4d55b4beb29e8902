/** The deposits that are worth the gas which moves them, by the limits of the chains file. */
import { describe, expect, test } from 'vitest'
import { judgeSweep, type SweepWorth } from '../../src/sending/requests/sweep-worth.ts'
import { ChainsFile } from '../../src/shared/chains.ts'

const gwei = 10n ** 9n
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function chainOf(changes: object = {}, asset: object = {}) {
  const [chain] = ChainsFile.parse([
    {
      name: 'Main',
      network: 'MainNet',
      chainId: 1,
      rpcUrls: ['http://127.0.0.1:1'],
      nodesToAgree: 1,
      assets: [
        { code: 'USDC', symbol: 'USDC', name: 'USD Coin', decimals: 6, address: usdc, ...asset },
      ],
      ...changes,
    },
  ])
  return chain!
}

/** Judges a deposit as the relay does, by a chain parsed as the service does. */
function judge(amount: number, feeGwei: number, chain = chainOf()): SweepWorth {
  const deployed = chain as Parameters<typeof judgeSweep>[0]
  return judgeSweep(deployed, usdc, BigInt(amount * 1e6), BigInt(feeGwei * 1000) * (gwei / 1000n))
}

describe('least amounts', () => {
  test.each([
    ['a stablecoin on Ethereum', { chainId: 1 }, {}, ['5', '5']],
    ['a stablecoin elsewhere', { chainId: 8453 }, {}, ['0.1', '0.1']],
    [
      'a token on a test network',
      { network: 'TestNet', chainId: 84_532 },
      { symbol: 'WETH' },
      ['0', '0'],
    ],
    ['a token for which the operator gives one', {}, { minPayment: '20' }, ['20', '20']],
    [
      'a token for which the operator gives both',
      {},
      { minPayment: '1', minSweep: '50' },
      ['1', '50'],
    ],
    ['another token', {}, { symbol: 'WETH', minPayment: '0.002' }, ['0.002', '0.002']],
  ])('the least amounts of %s are found', (_, changes, asset, [minPayment, minSweep]) => {
    expect(chainOf(changes, asset).assets[0]).toMatchObject({ minPayment, minSweep })
  })

  test('the least amounts of a token of unknown worth have to be given on a main network', () => {
    expect(() => chainOf({}, { symbol: 'WETH' })).toThrow(/USDC needs \\"minPayment\\"/)
  })

  test.each([{ minPayment: '0.0000001' }, { minSweep: '-1' }, { minSweep: '1e3' }])(
    'least amounts of %o are refused',
    (asset) => {
      expect(() => chainOf({}, asset)).toThrow(/decimal/)
    },
  )

  test('least amounts that were read are valid when they are read again', () => {
    const chain = chainOf()
    expect(ChainsFile.parse([chain])).toEqual([chain])
  })
})

describe('moving deposits', () => {
  test('a deposit is moved only from the least amount on', () => {
    expect(judge(4.999999, 1)).toBe('BelowMinimum')
    expect(judge(5, 1)).toBe('worth')
  })

  test('a deposit is moved only while gas is not dear, whatever it holds', () => {
    expect(judge(1_000_000, 25)).toBe('worth')
    expect(judge(1_000_000, 25.001)).toBe('GasTooDear')
    expect(judge(1_000_000, 1_000)).toBe('GasTooDear')
    expect(judge(5, 1_000, chainOf({ sweepMaxFeePerGasGwei: null }))).toBe('worth')
  })

  test('a deposit is moved only for its share in gas, where the native coin has a price', () => {
    const priced = chainOf({ sweepCostPercentMax: 10 }, { nativePrice: '3000' })
    // 80,000 gas at 2 gwei are 0.00016 of the coin: 0.48, a tenth of 4.8.
    expect(judge(5, 2, priced)).toBe('worth')
    expect(judge(5, 2.1, priced)).toBe('GasTooDear')
    expect(judge(50, 20, priced)).toBe('worth')
  })

  test('a deposit of a token that the chains file does not know is always moved', () => {
    const deployed = chainOf() as Parameters<typeof judgeSweep>[0]
    expect(judgeSweep(deployed, `0x${'11'.repeat(20)}`, 1n, 1_000n * gwei)).toBe('worth')
  })
})
