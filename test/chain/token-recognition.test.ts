import { type Address, concatHex, getAddress, type Hex, padHex, stringToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import type { ChainSettings } from '../../src/shared/chains.ts'
import { command } from './dev-node.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { createWorld, type World } from './world.ts'

type Asset = ChainSettings['assets'][number]

let world: World
let proxy: RpcProxy

beforeAll(async () => {
  world = await createWorld({
    rpcUrls: async (nodeUrl) => {
      proxy = await startRpcProxy(() => nodeUrl)
      return [nodeUrl, proxy.url]
    },
  })
})
beforeEach(() => {
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await proxy?.stop()
  await world?.close()
})

/** Starts with another description of the first token. */
function startWith(changes: Partial<Asset>) {
  const [chain] = world.settings
  const [first, ...others] = chain!.assets
  const assets = [{ ...first!, address: world.chain.assets[0]!.address, ...changes }, ...others]
  return resolveChains([{ ...chain!, assets }], world.database)
}

/** A contract with 18 decimals whose `symbol` is 32 bytes, as MKR's is. */
async function deployOldToken(symbol: string): Promise<Address> {
  const address = getAddress(`0x${'a1'.repeat(20)}`)
  const bytes = padHex(stringToHex(symbol), { dir: 'right', size: 32 })
  const code: Hex[] = ['0x5f3560e01c8063313ce56714603657', '0x7f', bytes, '0x5f5260205ff3']
  const decimals: Hex = '0x5b60125f5260205ff3'
  await command(world.direct, 'anvil_setCode', [address, concatHex([...code, decimals])])
  return address
}

test('a token that has other decimals is refused, with both numbers', async () => {
  const { address } = world.chain.assets[0]!
  await expect(startWith({ decimals: 18 })).rejects.toThrow(
    `the token ${address} of ltUSDC says that it has 6 decimals, and the chains file says 18 on LocalTestNet`,
  )
})

test('a token of another symbol is refused, unless the operator says so', async () => {
  await expect(startWith({ symbol: 'DAI' })).rejects.toThrow(
    /says that it has the symbol 'USDC', and the chains file says 'DAI'.*"onChainSymbol": "USDC"/,
  )
  await expect(startWith({ symbol: 'DAI', onChainSymbol: 'USDC' })).resolves.toHaveLength(1)
  await expect(startWith({ symbol: 'DAI', onChainSymbol: null })).resolves.toHaveLength(1)
})

test('a token symbol of 32 bytes is read', async () => {
  const old = { address: await deployOldToken('MKR'), decimals: 18 }
  await expect(startWith({ ...old, symbol: 'MKR' })).resolves.toHaveLength(1)
  await expect(startWith({ ...old, symbol: 'USDC' })).rejects.toThrow(/the symbol 'MKR'/)
})

test('a token address without a contract is refused', async () => {
  const address = getAddress(`0x${'ee'.repeat(20)}`)
  await expect(startWith({ address })).rejects.toThrow(
    `there is no contract at ${address}, the address of ltUSDC`,
  )
})

test('a contract named in "loggedBy" has code, and the same decimals and symbol as the token where it has any', async () => {
  const nobody = getAddress(`0x${'ee'.repeat(20)}`)
  await expect(startWith({ loggedBy: [nobody] })).rejects.toThrow(
    `"loggedBy" of ltUSDC names ${nobody}, where there is no contract: name what the token`,
  )
  const other = world.chain.assets[1]!.address
  await expect(startWith({ loggedBy: [other] })).rejects.toThrow(
    `names ${other}, which says that it has the symbol 'USDT', and not 'USDC'`,
  )
  const old = await deployOldToken('USDC')
  await expect(startWith({ loggedBy: [old] })).rejects.toThrow('has 18 decimals, and not 6')
  await expect(startWith({ loggedBy: [world.chain.factory] })).resolves.toHaveLength(1)
})

test('a token address of a contract that is no token is refused', async () => {
  await expect(startWith({ address: world.chain.factory })).rejects.toThrow(
    /says that it has no decimals, and the chains file says 6/,
  )
})

test('a token is refused where one node alone shows another one', async () => {
  const { address } = world.chain.assets[0]!
  proxy.behaviour = async ({ method, params }, pass) => {
    if (method !== 'eth_call') return undefined
    const text = JSON.stringify(params)
    const other = world.chain.assets[1]!.address.slice(2).toLowerCase()
    return text.includes('313ce567')
      ? pass({ params: JSON.parse(text.replaceAll(address.slice(2).toLowerCase(), other)) })
      : undefined
  }
  await expect(startWith({})).rejects.toThrow(`the symbol 'USDT', and the chains file says 'USDC'`)
})

test('a node that does not answer does not confirm a token', async () => {
  proxy.behaviour = async ({ method, params }) =>
    method === 'eth_call' && JSON.stringify(params).includes('313ce567')
      ? { error: { code: -32_000, message: 'header not found' } }
      : undefined
  const { address, symbol } = world.chain.assets[1]!
  await expect(startWith({ address, symbol })).rejects.toThrow(
    /the tokens of LocalTestNet must be recognised on 2 nodes, and were on 1; no answer from 127/,
  )
})
