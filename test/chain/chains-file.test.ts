import { readFileSync } from 'node:fs'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainsFile } from '../../src/shared/chains.ts'
import { hostOf } from '../../src/shared/chains/agreement.ts'

const token = (byte: string) => getAddress(`0x${byte.repeat(20)}`)
const asset = (code: string, address = token('c0')) => ({
  code,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  address,
})
const base = {
  name: 'Base',
  network: 'MainNet',
  chainId: 8453,
  rpcUrls: ['https://one.example', 'https://two.example'],
  assets: [asset('bUSDC')],
}

const parse = (...chains: object[]) => ChainsFile.parse(chains.map((one) => ({ ...base, ...one })))
/** Returns the faults of a chains file with such chains; empty where there is none. */
const faultsOf = (...chains: object[]): string[] => {
  const parsed = ChainsFile.safeParse(chains.map((one) => ({ ...base, ...one })))
  return parsed.error?.issues.map(({ path, message }) => [...path, message].join(' ')) ?? []
}

describe('how many nodes have to agree', () => {
  test('two nodes have to agree where there are two hosts or more', () => {
    const three = [...base.rpcUrls, 'https://three.example']
    expect(parse({})).toMatchObject([{ nodesToAgree: 2 }])
    expect(parse({ rpcUrls: three })).toMatchObject([{ nodesToAgree: 2 }])
    expect(parse({ rpcUrls: three, nodesToAgree: 3 })).toMatchObject([{ nodesToAgree: 3 }])
  })

  test.each([
    [['https://one.example']],
    [['https://one.example/v2/a', 'https://one.example/v2/b']],
  ])('a main network with %s alone is refused', (rpcUrls) => {
    expect(faultsOf({ rpcUrls })).toEqual([
      expect.stringMatching(/^0 rpcUrls needs RPC addresses of two different hosts.*one\.example/),
    ])
    expect(faultsOf({ rpcUrls })[0]).not.toContain('/v2/')
  })

  test.each([
    ['a trailing dot', ['https://one.example', 'https://one.example./x']],
    ['another port', ['https://one.example', 'https://one.example:8443']],
    ['another scheme', ['https://one.example', 'http://one.example']],
    ['another case', ['https://one.example', 'https://ONE.example/x']],
    ['ports of this machine', ['http://127.0.0.1:8545', 'http://127.0.0.1:8546']],
    ['names of this machine', ['http://127.0.0.1:8545', 'http://localhost:8545']],
    [
      'more names of this machine',
      ['http://[::1]:8545', 'http://127.1.2.3:8545', 'http://a.localhost'],
    ],
    [
      'the name of this machine written otherwise',
      ['http://2130706433:8545', 'http://localhost.:8546'],
    ],
  ])('a second address with %s is no second host', (_, rpcUrls) => {
    expect(faultsOf({ rpcUrls })).toEqual([expect.stringMatching(/two different hosts.*provider/)])
    expect(faultsOf({ rpcUrls, nodesToAgree: 2 })).toEqual([
      expect.stringContaining('"nodesToAgree" is 2, but there are RPC addresses of fewer'),
    ])
  })

  test('the operator can name the providers of nodes at one host', () => {
    const [one, two] = ['http://127.0.0.1:8545', 'http://127.0.0.1:8546']
    const own = [
      { url: one, provider: 'geth' },
      { url: two, provider: 'reth' },
    ]
    expect(parse({ rpcUrls: own })).toMatchObject([{ nodesToAgree: 2 }])
    const same = base.rpcUrls.map((url) => ({ url, provider: 'Acme' }))
    expect(faultsOf({ rpcUrls: same })).toHaveLength(1)
    expect(parse({ rpcUrls: own })[0]!.rpcUrls.map(hostOf)).toEqual(['geth', 'reth'])
  })

  test('two ports of this machine stay two nodes on a test network only', () => {
    const rpcUrls = ['http://127.0.0.1:8545', 'http://localhost:8546']
    expect(parse({ network: 'TestNet', rpcUrls })).toMatchObject([{ nodesToAgree: 2 }])
    const [chain] = parse({ rpcUrls: [...rpcUrls, 'https://one.example'] })
    expect(chain!.rpcUrls.map(hostOf)).toEqual(['localhost', 'localhost', 'one.example'])
  })

  test('a main network may have one node if the operator takes the risk by name', () => {
    const alone = { rpcUrls: ['https://one.example'], nodesToAgree: 1 }
    expect(parse(alone)).toMatchObject([{ nodesToAgree: 1 }])
  })

  test('a test network may have one node', () => {
    const alone = { network: 'TestNet', rpcUrls: ['https://one.example'] }
    expect(parse(alone)).toMatchObject([{ nodesToAgree: 1 }])
  })

  test('no more nodes have to agree than there are', () => {
    expect(faultsOf({ nodesToAgree: 3 })).toEqual([
      expect.stringContaining('"nodesToAgree" is 3, but there are RPC addresses of fewer'),
    ])
  })
})

describe('how deep a block has to be', () => {
  test.each([
    [1, 12],
    [8453, 60],
    [10, 60],
    [42_161, 480],
    [137, 128],
    [56, 20],
    [43_114, 3],
    [100, 20],
    [59_144, 60],
    [534_352, 40],
    [324, 120],
  ])('chain %i has a depth of its own: %i', (chainId, confirmations) => {
    expect(parse({ chainId })).toMatchObject([{ confirmations, finality: 'confirmations' }])
  })

  test('an unknown main network has to be given a depth', () => {
    expect(faultsOf({ chainId: 987_654 })).toEqual([
      expect.stringMatching(/^0 confirmations must be stated for chain 987654/),
    ])
    expect(parse({ chainId: 987_654, confirmations: 5000 })).toMatchObject([
      { confirmations: 5000 },
    ])
  })

  test('a test network has a depth of 1', () => {
    expect(parse({ chainId: 987_654, network: 'TestNet' })).toMatchObject([{ confirmations: 1 }])
  })

  test.each(['safe', 'finalized'])(
    'the depth may be left to the %s block of the chain itself',
    (finality) => {
      expect(parse({ finality })).toMatchObject([{ finality }])
    },
  )
})

test('a chain id may be there once', () => {
  const other = { name: 'Other', assets: [asset('oUSDC', token('d0'))] }
  expect(faultsOf({}, other)).toEqual(["chain id '8453' is used twice"])
})

test('a token may be there once on a chain, and again on another', () => {
  expect(faultsOf({ assets: [asset('bUSDC'), asset('bUSDT')] })).toEqual([
    `token of Base '${token('c0')}' is used twice`,
  ])
  expect(faultsOf({}, { name: 'OP', chainId: 10, assets: [asset('oUSDC')] })).toEqual([])
})

describe('what may be offered for gas', () => {
  test('a limit for tips above the limit for fees is refused with both values', () => {
    expect(faultsOf({ gas: { maxFeePerGasGwei: '1', maxTipGwei: '100' } })).toEqual([
      expect.stringMatching(/^0 gas "maxTipGwei" is "100", more than .*which is "1":/),
    ])
    expect(faultsOf({ chainId: 1, gas: { maxTipGwei: '501' } })).toEqual([
      expect.stringMatching(/which is "500" by default/),
    ])
    expect(parse({ chainId: 1, gas: { maxFeePerGasGwei: '2' } })).toMatchObject([
      { gas: { maxFeePerGasGwei: '2', maxTipGwei: '2' } },
    ])
  })
})

describe('how nodes are reached', () => {
  const key = 'SECRETKEYOFTHEPROVIDER'

  test('a node is given by an address, or by an address and headers', () => {
    const rpcUrls = [
      'https://one.example',
      { url: 'https://two.example', headers: { 'x-api-key': key } },
    ]
    expect(parse({ rpcUrls })).toMatchObject([{ rpcUrls, pollMs: null, logRangeMax: 2_000 }])
  })

  test.each([
    [[`wss://one.example/${key}`, 'https://two.example']],
    [[{ url: 'https://one.example', headers: { 'x y': key } }, 'https://two.example']],
    [[{ url: 'https://one.example', headers: { 'x-key': `${key}\n` } }, 'https://two.example']],
    [[{ url: 'https://one.example', key }, 'https://two.example']],
  ])('a node given in any other form is refused, and the fault repeats no key (%#)', (rpcUrls) => {
    const faults = faultsOf({ rpcUrls })
    expect(faults).toEqual([expect.stringMatching(/^0 rpcUrls 0 /)])
    expect(faults.join()).not.toContain(key)
  })

  test('nodes are asked as often and for as much as the operator says', () => {
    expect(parse({ pollMs: 12_000, logRangeMax: 10 })).toMatchObject([{ pollMs: 12_000 }])
    expect(faultsOf({ pollMs: 10 })).toHaveLength(1)
    expect(faultsOf({ logRangeMax: 0 })).toHaveLength(1)
  })
})

test.each(['BNB-Chain', 'Arbitrum-One', 'Base'])('a chain may be called %s', (name) => {
  expect(faultsOf({ name })).toEqual([])
})

test.each(['BNB Chain', 'a/b', '-Base', 'B', 'Base.1', 'x'.repeat(41)])(
  'a chain may not be called %s',
  (name) => {
    expect(faultsOf({ name })).toEqual([expect.stringContaining('letters, digits and hyphens')])
  },
)

test.each([
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
])('a token address of %s is refused as one of that chain', (chain, address) => {
  expect(faultsOf({ assets: [asset('bUSDC', address as `0x${string}`)] })).toEqual([
    expect.stringContaining(`is an address of ${chain}, which is no EVM chain`),
  ])
})

test('docs/chains-file.md names every field', () => {
  const page = readFileSync(new URL('../../docs/chains-file.md', import.meta.url), 'utf8')
  const [chain] = parse({})
  for (const field of [...Object.keys(chain!), ...Object.keys(chain!.assets[0]!)])
    expect(page).toContain(`\`${field}\``)
})
