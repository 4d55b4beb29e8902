/**
 * A factory is recognised as ours only where its code and its derivation are ours, on as many nodes
 * as must agree.
 */
import { type Address, concatHex, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { depositFactoryAbi } from '../../src/chain/abi/deposit-factory.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { connectChain } from '../../src/chain/clients.ts'
import { type Deployment, findDeployment } from '../../src/chain/deployments/deployment-store.ts'
import { resolveChains } from '../../src/chain/deployments/deployments.ts'
import { verifyFactories } from '../../src/chain/deployments/factory-recognition.ts'
import { type ChainSettings, ChainsFile } from '../../src/shared/chains.ts'
import { RetryableError } from '../../src/shared/errors.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import { createWorld, type World } from './world.ts'

let world: World
let proxy: RpcProxy
let deployment: Deployment
/** The world's chain as a real one, of which the second node can be told to lie. */
let chain: ChainSettings

beforeAll(async () => {
  world = await createWorld()
  proxy = await startRpcProxy(() => world.node.url)
  deployment = (await findDeployment(world.database, world.chain.name))!
  ;[chain] = ChainsFile.parse([
    {
      name: 'Real',
      network: 'MainNet',
      chainId: 31337,
      confirmations: 2,
      rpcUrls: [
        { url: world.node.url, provider: 'honest' },
        { url: proxy.url, provider: 'liar' },
      ],
      assets: [{ ...world.chain.assets[0], code: 'realUSDC' }],
    },
  ]) as [ChainSettings]
})
beforeEach(() => {
  proxy.isDown = false
  proxy.behaviour = () => undefined
})
afterAll(async () => {
  await proxy?.stop()
  await world?.close()
})

const verify = (hostsMin = 2) =>
  verifyFactories(chain, connectChain(chain).nodes, deployment, hostsMin)
const hostOfLiar = () => 'liar'

/** The second node shows other code at an address. */
function showCode(address: Address, change: (code: Hex) => Hex): void {
  proxy.behaviour = async ({ method, params }, pass) => {
    const isAsked = String(params[0]).toLowerCase() === address.toLowerCase()
    if (method !== 'eth_getCode' || !isAsked) return undefined
    return { result: change((await pass()).result as Hex) }
  }
}

/** The second node derives the address of another sample. */
function showDerivation(selector: Hex): void {
  proxy.behaviour = ({ method, params }, pass) => {
    const [call] = params as [{ data?: Hex }]
    if (method !== 'eth_call' || !call.data?.startsWith(selector)) return undefined
    const data = `${call.data.slice(0, -1)}1`
    return pass({ params: [{ ...call, data }, ...params.slice(1)] })
  }
}

const selectorOf = (abi: typeof depositFactoryAbi | typeof subscriptionFactoryAbi) =>
  toFunctionSelector(abi.find((item) => item.type === 'function' && item.name === 'predict')!)

const contracts = [
  ['factory', 'subscription factory'],
  ['implementation', 'subscription'],
  ['depositFactory', 'deposit factory'],
  ['depositImplementation', 'deposit'],
] as const

test('our factories are recognised on both nodes', async () => {
  await expect(verify()).resolves.toBeUndefined()
  expect(proxy.requests).toBeGreaterThan(0)
})

describe.each(contracts)('%s', (field, what) => {
  test(`a ${what} with other code is refused, though it derives the same addresses`, async () => {
    showCode(deployment[field], (code) => concatHex([code, '0x00']))
    await expect(verify()).rejects.toThrow(
      `${deployment[field]} is not a ${what} of this version: the hash of its code is 0x`,
    )
    await expect(verify()).rejects.toThrow(`on Real, as ${hostOfLiar()} shows it`)
  })

  test(`a ${what} without code is refused`, async () => {
    showCode(deployment[field], () => '0x')
    await expect(verify()).rejects.toThrow(`${deployment[field]} is not a ${what} of this version`)
  })
})

test('a factory that clones something else is refused', async () => {
  const { factory, implementation } = deployment
  const evil = `0x${'66'.repeat(20)}`
  showCode(
    factory,
    (code) => code.replaceAll(implementation.slice(2).toLowerCase(), evil.slice(2)) as Hex,
  )
  await expect(verify()).rejects.toThrow(
    `${factory} is a subscription factory that belongs to ${evil}, not to ${implementation}`,
  )
})

test.each([
  ['subscription', () => deployment.factory, selectorOf(subscriptionFactoryAbi)],
  ['deposit', () => deployment.depositFactory, selectorOf(depositFactoryAbi)],
] as const)(
  'a %s factory with our code and another derivation is refused',
  async (kind, address, selector) => {
    showDerivation(selector)
    await expect(verify()).rejects.toThrow(
      `${address()} is not a ${kind} factory of this version: it derives other addresses than we do`,
    )
  },
)

test('a silent node recognises no factory', async () => {
  proxy.isDown = true
  await expect(verify()).rejects.toThrow(RetryableError)
  await expect(verify()).rejects.toThrow(
    `the factories of Real must be recognised on 2 nodes, and were on 1; no answer from ${hostOfLiar()}`,
  )
  await expect(verify(1)).resolves.toBeUndefined()
})

test('a chain that was recognised once starts with one of its nodes down, but not with a new token', async () => {
  const start = (settings = chain) => resolveChains([settings], world.database)
  proxy.isDown = true
  await expect(start()).rejects.toThrow(/the factories of Real must be recognised on 2 nodes/)
  proxy.isDown = false
  await expect(start()).resolves.toHaveLength(1)
  proxy.isDown = true
  await expect(start()).resolves.toHaveLength(1)
  const assets = [{ ...world.chain.assets[1]!, code: 'realUSDC' }]
  await expect(start({ ...chain, assets })).rejects.toThrow(RetryableError)
  proxy.isDown = false
  showCode(deployment.factory, () => '0x')
  await expect(start(), 'whoever answers is heard').rejects.toThrow(
    `${deployment.factory} is not a subscription factory`,
  )
})

test('a service does not start with a subscription factory that is something else', async () => {
  const { depositFactory, assets } = world.chain
  const named = (factory: Address) => resolveChains([{ ...chain, factory }], world.database)
  await expect(named(depositFactory)).rejects.toThrow(
    `${depositFactory} is not a subscription factory of this version`,
  )
  await expect(named(assets[0]!.address)).rejects.toThrow(
    `${assets[0]!.address} on Real is not a factory of this version`,
  )
  await expect(named(zeroAddress)).rejects.toThrow(`Real has no factory at ${zeroAddress}`)
})
